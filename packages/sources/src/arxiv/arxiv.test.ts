import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { describeDocumentSource, escapeMarkup } from '../source.contract.ts'
import type { SourceQuery } from '../source.types.ts'
import { answer, type FaultServer, startFaultServer, testHttp, testNow } from '../testing/fault-server.ts'
import { createArxivSource, parseArxiv, textForms } from './arxiv.source.ts'

const sample = readFileSync(join(import.meta.dirname, 'samples/query.xml'), 'utf8')
const empty =
  '<feed xmlns="http://www.w3.org/2005/Atom" xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/"><opensearch:totalResults>0</opensearch:totalResults></feed>'
const clock = () => testNow
const query: SourceQuery = {
  terms: { text: 'heat pumps', phrases: ['heat pumps'] },
  geo: null,
  from: '2026-05-01',
  to: null,
}

const readEntry = (title: string, summary: string) => {
  const page = parseArxiv(
    `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/"><opensearch:totalResults>1</opensearch:totalResults><entry><id>http://arxiv.org/abs/1</id><title>${title}</title><summary>${summary}</summary><published>2026-11-27T09:00:00Z</published></entry></feed>`,
  )
  return page !== null && 'documents' in page ? page.documents : undefined
}

describeDocumentSource('arXiv', {
  create: ({ http, url }) => createArxivSource({ http, clock, baseUrl: url }),
  sample: { body: sample, type: 'application/atom+xml' },
  documents: 2,
  empty,
  query: () => query,
  probes: true,
  texts: {
    forms: textForms,
    read: {
      title: (text) => readEntry(escapeMarkup(text), ''),
      summary: (text) => readEntry('T', escapeMarkup(text)),
    },
  },
})

describe('parseArxiv', () => {
  test('a paper has its abstract on one line, its first author, and one id for all its versions', () => {
    expect(parseArxiv(sample)).toMatchObject({
      total: 2,
      documents: [
        {
          nativeId: '2605.00012',
          url: 'https://arxiv.org/abs/2605.00012',
          title: 'Heat pumps under frost: a model with $T < 0$',
          body: 'We study heat pumps at low temperature. Defrosting costs less than was thought.',
          author: 'Ines Okafor',
          publishedAt: '2026-05-10T17:59:59Z',
        },
        { nativeId: 'cond-mat/0501001' },
      ],
    })
  })

  test.each(['', 'Rate exceeded.', '<rss version="2.0"/>', '<feed xmlns="http://www.w3.org/2005/Atom"/>'])(
    '%j is an unexpected response',
    (body) => expect(parseArxiv(body)).toBeNull(),
  )
})

describe('searching', () => {
  let server: FaultServer
  beforeAll(async () => {
    server = await startFaultServer()
  })
  afterAll(() => server.close())
  const search = (more: Partial<SourceQuery> = {}) =>
    createArxivSource({ http: testHttp({ timeoutMs: 2000 }), clock, baseUrl: server.url }).search(
      { ...query, ...more },
      { signal: AbortSignal.timeout(5000), limit: 100 },
    )

  test('requests the phrase and the time, and excludes words with ANDNOT', async () => {
    server.behave(answer({ type: 'application/atom+xml', body: empty }))
    const phrase = (text: string) => ({ kind: 'phrase' as const, words: [{ text, prefix: false }] })
    const node = { kind: 'and' as const, operands: [phrase('heat'), { kind: 'not' as const, operand: phrase('war') }] }
    const { run } = await search({ node })
    expect(new URL(server.requestPaths.at(-1) ?? '', server.url).searchParams.get('search_query')).toBe(
      '(heat ANDNOT war) AND submittedDate:[202605010000 TO 202606010000]',
    )
    expect(run).toMatchObject({ status: 'empty', complete: true, nativeQuery: 'heat AND NOT war' })
  })

  test('an error feed is an error, not a paper', async () => {
    const body = sample.replace('http://arxiv.org/abs/2605.00012v2', 'http://arxiv.org/api/errors#incorrect_id')
    server.behave(answer({ type: 'application/atom+xml', body }))
    expect((await search()).run).toMatchObject({ status: 'bad_query', complete: false })
  })

  test('reads further pages until complete, and says when it is not', async () => {
    const manyResults = sample.replace('<opensearch:totalResults>2', '<opensearch:totalResults>900')
    server.behave(answer({ type: 'application/atom+xml', body: manyResults }))
    const { run } = await search()
    expect(run).toMatchObject({ status: 'ok', complete: false, requests: 4 })
    expect(run.reason).toMatch(/left out/)
  })
})
