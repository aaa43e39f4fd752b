import { expect, test } from 'vitest'
import { parseFeedDate } from '../rss/feed-date.ts'
import { createRowParser } from '../imported/imported.parse.ts'
import { toPost } from '../bluesky/bluesky.parse.ts'
import { publicationDays, publicationFault } from './publication-bounds.ts'

const now = new Date('2026-11-21T08:00:00Z')

test.each([
  ['0001-01-01T00:00:00Z', 'before 1990'],
  ['1970-01-01T00:00:00Z', 'before 1990'],
  ['1989-12-31T23:59:59Z', 'before 1990'],
  ['1990-01-01T00:00:00Z', null],
  ['2026-11-23T08:00:00Z', null],
  ['2026-11-23T08:00:01Z', 'in the future'],
  ['2027-01-01T00:00:00Z', 'in the future'],
  ['9999-12-31T23:59:59Z', 'in the future'],
])('%s is judged alike by every reader of written dates', (written, fault) => {
  expect(publicationFault(Date.parse(written), now)).toBe(fault)
  expect(parseFeedDate(written, now) === null).toBe(fault !== null)
  const parsed = createRowParser({ clock: () => now })({ title: 'Tea', published_at: written })
  expect(parsed).toMatchObject(
    fault === null ? { document: { publishedAt: written } } : { rejected: `published_at is ${fault}: "${written}"` },
  )
})

test('no date at all is never within the bounds', () => {
  expect(publicationFault(Number.NaN, now)).toBe('before 1990')
  expect(publicationDays(now)).toEqual({ first: '1990-01-01', last: '2026-11-23' })
})

test('a post of the zero date is dated by when the network saw it', () => {
  const uri = 'at://did:plc:a/app.bsky.feed.post/1'
  const post = { text: 'heat pumps', createdAt: '0001-01-01T00:00:00Z' }
  expect(toPost({ uri, record: post, seenAt: '2026-11-20T10:00:00Z' })?.publishedAt).toBe('2026-11-20T10:00:00Z')
})
