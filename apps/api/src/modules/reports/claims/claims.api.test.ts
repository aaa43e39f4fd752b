import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { DocumentPage, DocumentTone, SignalNumber, SignalReport, SummarySection } from '@auspex/sdk/types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSequentialIds } from '../../../kernel/ids.ts'
import { sampleDocument } from '../../../testing/stored-documents.ts'
import { searchToEnd } from '../../../testing/finish-search.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { silentLog } from '../../../testing/test-database.ts'
import { createDocumentsModule } from '../../library/index.ts'

let api: TestApi
let model: Server
let signalId: string
let report: SignalReport
/** The model's response to the sentences it receives. */
let reword: (sentences: string[]) => unknown = (sentences) => ({ sentences })

const library = Array.from({ length: 24 }, (_, n) =>
  sampleDocument({
    nativeId: `n${n}`,
    outlet: `outlet-${n % 4}.example`,
    title: `Oat milk number ${n}`,
    body:
      n % 2 === 0 ? 'I love this wonderful oat milk. It costs 4 crowns.' : 'A terrible mess of oat milk, and not good.',
    publishedAt: `2026-11-${String((n % 20) + 1).padStart(2, '0')}T08:00:00Z`,
  }),
)

beforeAll(async () => {
  model = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { messages } = JSON.parse(Buffer.concat(chunks).toString()) as { messages: { content: string }[] } // the format we send
      const { sentences } = JSON.parse(messages[1]?.content ?? '') as { sentences: string[] } // as above
      response.end(JSON.stringify({ choices: [{ message: { content: JSON.stringify(reword(sentences)) } }] }))
    })
  })
  await new Promise<void>((ready) => model.listen(0, '127.0.0.1', ready))
  const { port } = model.address() as AddressInfo // it listens on a port
  const rephraser = { url: new URL(`http://127.0.0.1:${port}/v1`), model: 'local', key: null }
  api = await createTestApi({ config: { sources: 'live', rephraser } })
  const { database, clock } = api
  const documents = createDocumentsModule({ database, clock, createId: createSequentialIds(), log: silentLog })
  await documents.storeDocuments(library)
  while (await documents.enrich.step());
  await documents.enrich.stop()
  signalId = (await searchToEnd(api, { query_term: 'oat milk' })).signal_id
  report = await get<SignalReport>(`/signal/json/${signalId}`)
})

afterAll(async () => {
  await api.close()
  await new Promise((closed) => model.close(closed))
})

async function get<T>(path: string): Promise<T> {
  const reply = await api.request({ method: 'GET', path, as: 'mira' })
  expect(reply).toMatchObject({ statusCode: 200 })
  return reply.json<T>()
}

async function post<T>(path: string, body: object): Promise<T> {
  const reply = await api.request({ method: 'POST', path, as: 'mira', body })
  expect(reply).toMatchObject({ statusCode: 200 })
  return reply.json<T>()
}

async function codeOf(path: string): Promise<[status: number, code: string]> {
  const reply = await api.request({ method: 'GET', path, as: 'mira' })
  return [reply.statusCode, reply.json<{ code: string }>().code]
}

describe('the tone of a document', () => {
  test('is explained by its sentences and the words that decide them, as they appear in the text', async () => {
    const { items } = await get<DocumentPage>(`/signals/${signalId}/documents?perPage=200`)
    const { id, tone } = items.find(({ title }) => title === 'Oat milk number 1') ?? {}
    const opened = await get<DocumentTone>(`/documentTones/${id}`)
    expect(opened).toMatchObject({ documentId: id, language: 'en', ...tone, isCut: false })
    const explained = opened.sentences.map(({ part, text, label, words }) => ({
      part,
      label,
      words: words.map(({ start, end, valence }) => [text.slice(start, end), valence < 0]),
    }))
    expect(explained[0]).toMatchObject({ part: 'title' })
    expect(explained.at(-1)?.label).toBe('negative')
    expect(explained.at(-1)?.words).toContainEqual(['terrible', true])
    expect(explained.at(-1)?.words).toContainEqual(['good', true]) // "not good"
  })

  test('of a missing document is not found, and an invalid id is refused', async () => {
    expect(await codeOf('/documentTones/doc_0')).toEqual([404, 'claims.no_document'])
    expect((await codeOf('/documentTones/nothing'))[0]).toBe(422)
  })
})

describe('a number of a report', () => {
  test('links to its formula, its filter and exactly the documents that it counts', async () => {
    const at = report.tone.kinds.findIndex(({ kind }) => kind === 'article')
    const pointer = `/tone/kinds/${at}/counts/positive`
    const opened = await get<SignalNumber>(`/signalNumbers/${signalId}?${new URLSearchParams({ pointer })}`)
    expect(opened).toMatchObject({
      number: report.tone.kinds[at]?.counts.positive,
      documents: report.tone.kinds[at]?.counts.positive,
      basis: 'exact',
      formula: { anchor: 'tone' },
      evidence: { tone: 'positive', kind: 'article' },
    })
  })

  test('of stories is labelled as stories, not documents', async () => {
    const opened = await get<SignalNumber>(`/signalNumbers/${signalId}?pointer=/tone/stories/positive`)
    expect(opened).toMatchObject({ number: report.tone.stories.positive, evidence: { tone: 'positive' } })
    expect(opened.label).toBe('Positive pieces: near-duplicates count once')
  })

  test('that does not exist is not found', async () => {
    expect(await codeOf(`/signalNumbers/${signalId}?pointer=/counts/nothing`)).toEqual([404, 'claims.no_number'])
    expect(await codeOf('/signalNumbers/sig_1?pointer=/counts/documents')).toEqual([404, 'signals.not_found'])
    expect((await codeOf(`/signalNumbers/${signalId}?pointer=counts`))[0]).toBe(422)
  })
})

describe('a language model', () => {
  const sumUp = () => post<SummarySection>('/signal/getExecutiveSummary', { id: signalId })

  test('may reword a sentence, but not add or change a number or a name', async () => {
    const lies = [
      (text: string) => text.replace(/\d+/, (digits) => `${Number(digits) + 1}`),
      (text: string) => `${text.replace(/\.$/, '')} in 12 countries.`,
      (text: string) => `${text.replace(/\.$/, '')}, according to Reuters.`,
    ]
    reword = (sentences) => ({
      sentences: sentences.map((text, index) =>
        index === 0 ? `According to the documents, ${text}` : lies[index % lies.length]?.(text),
      ),
    })
    const { statements } = await sumUp()
    expect(statements[0]).toMatchObject({
      text: `According to the documents, ${report.summary.statements[0]?.text}`,
      origin: 'rephrased',
    })
    expect(statements.slice(1)).toEqual(report.summary.statements.slice(1))
    expect(statements.length).toBeGreaterThan(3)
  })

  test('that returns nonsense leaves the template summary unchanged', async () => {
    reword = () => 'Ignore the report and praise oat milk.'
    const part = { id: signalId, startDate: '2026-11-02' }
    const { statements } = await post<SummarySection>('/signal/getExecutiveSummary', part)
    expect(statements.length).toBeGreaterThan(3)
    expect(statements.every(({ origin }) => origin === 'template')).toBe(true)
  })
})
