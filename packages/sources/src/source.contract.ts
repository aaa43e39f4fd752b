import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { PostingHttp } from './http/http.types.ts'
import type { DocumentClient, SourceDocument, SourceQuery, SourceStatus } from './source.types.ts'
import {
  answer,
  type Behaviour,
  cutOff,
  drip,
  type FaultServer,
  silence,
  startFaultServer,
  testHttp,
} from './testing/fault-server.ts'
import type { TextForms } from './text/plain-text.ts'

/** The fields of a source that have a text which somebody wrote. */
export interface WrittenFields {
  /** The `textForms` by which the source reads them. */
  forms: TextForms
  /** For each of them, what the source reads in a response whose field has this text, written as the API writes it. */
  read: Readonly<Record<string, (text: string) => readonly SourceDocument[] | undefined>>
}

export interface ContractCase {
  /** Builds the source so that it requests only this server. */
  create: (given: { http: PostingHttp; url: string }) => DocumentClient
  /** The source's own sample, with its content type; it must contain at least two documents or set `documents`. */
  sample: { body: string; type: string }
  /** Number of documents in the sample. */
  documents: number
  /** A response without results. */
  empty: string
  /** How the sample and the empty response are served, for sources that send more than one request. */
  serve?: (body: string) => Behaviour
  query: (url: string) => SourceQuery
  /** Whether the source has its own address to probe. */
  probes: boolean
  /** Null for a source without `textForms`: a register or a feed, whose texts its own tests cover. */
  texts: WrittenFields | null
}

/** Texts about tags, signs and references. */
export const writtenTexts = [
  'Please stop putting <script> tags in the head, it slows every page',
  'When should I use <section> or <article>?',
  'Use <b> and </b>, never <blink>',
  'a < b and b > c, 1 <2',
  'Write &amp; for an ampersand, and &lt;p&gt; for a paragraph',
  '<!-- is a comment, <![CDATA[ is none',
  'R&D, AT&T and a=1&copy=2',
  '<style>p { color: red }</style> hides it',
  '<3',
]

/** A text as HTML and XML write it. */
export function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

const page = '<!doctype html><title>Hello</title>'
const faults: [string, Behaviour, SourceStatus, Partial<{ retryAfterMs: number | null }>][] = [
  [
    '429 with seconds',
    answer({ status: 429, headers: { 'retry-after': '7' }, body: '{}' }),
    'rate_limited',
    { retryAfterMs: 7000 },
  ],
  [
    '429 with a date',
    answer({ status: 429, headers: { 'retry-after': 'Mon, 01 Jun 2026 00:00:30 GMT' }, body: '{}' }),
    'rate_limited',
    { retryAfterMs: 30_000 },
  ],
  ['500', answer({ status: 500, body: 'oops' }), 'upstream_down', { retryAfterMs: null }],
  [
    '503 with a pause',
    answer({ status: 503, headers: { 'retry-after': '60' }, body: 'oops' }),
    'upstream_down',
    { retryAfterMs: 60_000 },
  ],
  ['403', answer({ status: 403, body: 'no' }), 'blocked', {}],
  ['401', answer({ status: 401, body: 'no' }), 'auth', {}],
  ['400', answer({ status: 400, body: 'no' }), 'bad_query', {}],
  ['a web page instead of data', answer({ type: 'text/html', body: page }), 'schema_changed', {}],
  ['a rate limit as text with status 200', answer({ type: 'text/html', body: 'Rate exceeded.' }), 'rate_limited', {}],
  [
    'a challenge page with status 200',
    answer({ type: 'text/html', body: `${page} Verify you are human` }),
    'blocked',
    {},
  ],
  ['silence', silence, 'upstream_down', {}],
  ['a slow drip', drip, 'upstream_down', {}],
]

/** The sample with a script in place of every address, absolute and relative; names of formats stay. */
function withScripts(body: string): string {
  return body
    .replaceAll(/("\s*:?\s*"|>\s*|href=["'])(?:https?:\/\/|\/(?=\w))/g, '$1javascript:alert(1)//')
    .replaceAll(/(<!\[CDATA\[\s*)https?:\/\//g, '$1javascript:alert(1)//')
}

/** The suite that every document source passes. */
export function describeDocumentSource(name: string, contractCase: ContractCase): void {
  describe(`${name} meets the contract of a document source`, () => {
    let server: FaultServer
    // Only a server that never responds in time gets a short timeout: a busy machine takes longer for a good response
    const create = (behaviour?: Behaviour) =>
      contractCase.create({
        http: testHttp({ timeoutMs: behaviour === silence || behaviour === drip ? 300 : 10_000 }),
        url: server.url,
      })
    const good = (body = contractCase.sample.body) =>
      contractCase.serve?.(body) ?? answer({ ...contractCase.sample, body })
    const search = (behaviour: Behaviour, limit = 100, signal = AbortSignal.timeout(10_000)) => {
      server.behave(behaviour)
      return create(behaviour).search(contractCase.query(server.url), { signal, limit })
    }
    beforeAll(async () => {
      server = await startFaultServer()
    })
    afterAll(() => server.close())

    test('returns the documents of a valid response, complete and dated', async () => {
      const { run, documents } = await search(good())
      expect(run).toMatchObject({ status: 'ok', documentsSeen: contractCase.documents, retryAfterMs: null })
      expect(run.requests).toBeGreaterThan(0)
      expect(documents).toHaveLength(contractCase.documents)
      for (const document of documents) {
        expect(document.publishedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
        expect(document.title + (document.body ?? '')).not.toBe('')
        expect(document.country === null).toBe(document.countryBasis === null)
        expect(document.outlet).not.toBe('')
      }
      expect(documents.map(({ publishedAt }) => publishedAt)).toEqual(
        documents
          .map(({ publishedAt }) => publishedAt)
          .toSorted()
          .toReversed(),
      )
    })

    test('drops addresses that run a script, whatever the source sends', async () => {
      const { documents } = await search(good(withScripts(contractCase.sample.body)))
      const addresses = documents.flatMap(({ url }) => url ?? [])
      expect(addresses.filter((address) => !/^https?:\/\//.test(address))).toEqual([])
    })

    describe.skipIf(contractCase.texts === null)('a text that somebody wrote', () => {
      const { forms, read } = contractCase.texts ?? { forms: {}, read: {} }

      test('is covered in every field that has a form', () => {
        expect(Object.keys(read).toSorted()).toEqual(Object.keys(forms).toSorted())
      })

      test.each(Object.entries(read))('in %s is stored as it was written', (_, readField) => {
        for (const text of writtenTexts) {
          const [document] = readField(text) ?? []
          expect([document?.title, document?.body, document?.author, document?.outlet]).toContain(text)
        }
      })
    })

    test('returns no more than the limit', async () => {
      expect((await search(good(), 1)).documents).toHaveLength(1)
    })

    test('a response without results is empty, and complete', async () => {
      const { run, documents } = await search(good(contractCase.empty))
      expect(run).toMatchObject({ status: 'empty', complete: true, documentsSeen: 0 })
      expect(documents).toEqual([])
    })

    test.each(faults)('%s is a named failure, never an empty list', async (_, behaviour, status, expected) => {
      const { run, documents } = await search(behaviour)
      expect(run).toMatchObject({ status, complete: false, ...expected })
      expect(run.reason).toMatch(/\w.*\.$/)
      expect(documents).toEqual([])
    })

    test('a truncated body is a failure', async () => {
      const { run } = await search(cutOff(contractCase.sample.body.slice(0, 60)))
      expect(run).toMatchObject({ status: 'upstream_down', complete: false })
    })

    test('an unreachable server is a failure, and the probe reports it', async () => {
      const gone = await startFaultServer()
      await gone.close()
      const source = contractCase.create({ http: testHttp({ timeoutMs: 300 }), url: gone.url })
      const { run } = await source.search(contractCase.query(gone.url), {
        signal: AbortSignal.timeout(5000),
        limit: 10,
      })
      expect(run.status).toBe('upstream_down')
      const { status, reason } = await source.probe(AbortSignal.timeout(5000))
      expect(status).toBe(contractCase.probes ? 'upstream_down' : 'empty')
      expect(reason).toMatch(/\w.*\.$/)
    })

    test('cancellation in the middle throws an AbortError', async () => {
      const stop = new AbortController()
      const waiting = search(() => stop.abort(), 10, stop.signal)
      await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
    })
  })
}
