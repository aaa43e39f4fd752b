import { describe, expect, test } from 'vitest'
import { createRowParser } from './imported.parse.ts'

const parse = createRowParser({ clock: () => new Date('2026-11-21T08:00:00Z') })
const row = { id: 'a1', source: 'example.org', title: 'Salmon prices rise', published_at: '2026-11-01T10:00:00Z' }

describe('documents at the limits of the contract', () => {
  test('a text that is too long is cut, and an address that is too long is left out', () => {
    const parsed = parse({ ...row, body: 'fish '.repeat(50_000), url: `https://example.org/${'a'.repeat(5000)}` })
    expect(parsed).toMatchObject({ document: { url: null, body: expect.any(String) } })
    expect('document' in parsed && parsed.document.body?.length).toBe(200_000)
  })

  test.each([
    ['source', { source: 'x'.repeat(301) }],
    ['author', { author: 'x'.repeat(301) }],
    ['id', { id: 'x'.repeat(501) }],
  ])('a row whose %s is too long is rejected and says so', (field, extra) => {
    expect(parse({ ...row, ...extra })).toEqual({ rejected: expect.stringContaining(`${field} is longer than`) })
  })

  test('a negative number of comments is unknown, and a negative score is a score', () => {
    expect(parse({ ...row, engagement: { score: -3, comments: -1, views: 2.4 } })).toMatchObject({
      document: { engagement: { score: -3, comments: null, views: 2, reposts: null } },
    })
  })
})
