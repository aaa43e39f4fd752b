import { describe, expect, test } from 'vitest'
import { readDocuments } from '../imported/read-documents.ts'
import { parseJsonFeed } from '../rss/json-feed.ts'
import { parseWithExactIds } from './parse-json.ts'

const clock = () => new Date('2026-11-21T08:00:00Z')

async function idsOf(text: string): Promise<unknown[]> {
  async function* stream() {
    yield Buffer.from(text)
  }
  const ids = []
  for await (const row of readDocuments({ stream: stream(), clock }))
    ids.push('document' in row ? row.document.nativeId : row)
  return ids
}

/** Ids of 64 bits as files write them, with neighbours that a number cannot distinguish from them. */
const digits = [
  '0',
  '1',
  '9007199254740991',
  '9007199254740992',
  '9007199254740993',
  '1801234567890123457',
  '1801234567890123459',
  '9223372036854775807',
  '18446744073709551615',
  '123456789012345678901234567890',
]

describe('a numeric id keeps all its digits', () => {
  test('in a line of JSON, in CSV and in a JSON Feed', async () => {
    const expected = digits.map((id) => `a.example:${id}`)
    const jsonl = digits.map((id) => `{"id": ${id},"source":"a.example","title":"T","published_at":"2026-11-20"}`)
    expect(await idsOf(jsonl.join('\n'))).toEqual(expected)
    const csv = digits.map((id) => `${id},a.example,T,2026-11-20`)
    expect(await idsOf(['id,source,title,published_at', ...csv].join('\n'))).toEqual(expected)
    const items = digits.map((id) => `{"id":${id},"content_text":"T"}`)
    const body = `{"version":"https://jsonfeed.org/version/1","title":"F","items":[${items.join(',')}]}`
    const feed = parseJsonFeed(body, 'https://feed.example/')
    expect(feed?.entries.map(({ id }) => id)).toEqual(digits)
  })

  test.each([
    '1801234567890123457.5',
    '1.8e18',
    '-1801234567890123457',
    '"1801234567890123457"',
    '[1801234567890123457]',
  ])('and what is no whole number of digits is what JSON makes of it: %s', (text) => {
    const isWhole = /^-?\d+$/.test(text)
    const { id } = parseWithExactIds(`{"id":${text}}`) as { id: unknown }
    expect(id).toEqual(isWhole ? text : JSON.parse(text))
  })
})
