import type {
  PublishedDocument,
  DocumentPage,
  Export,
  ExportFormat,
  SearchState,
  SignalReport,
} from '@auspex/sdk/types'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSequentialIds } from '../../../kernel/ids.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { silentLog } from '../../../testing/test-database.ts'
import { createDocumentsModule } from '../../library/index.ts'
import { plantTwoArchives } from '../../reports/testing/archives.ts'
import { listElements, type PdfElement, readPdf, textBelow } from '../testing/read-pdf.ts'

let api: TestApi
let signalId: string
let report: SignalReport

beforeAll(async () => {
  api = await createTestApi({ config: { sources: 'live' }, jobs: true })
  const { database, clock } = api
  const documents = createDocumentsModule({ database, clock, createId: createSequentialIds(), log: silentLog })
  await documents.storeDocuments([...plantTwoArchives()])
  while (await documents.enrich.step());
  await documents.enrich.stop()
  let state = await post<SearchState>('/explore/topicQuery', { query_term: 'privacy' })
  while (state.finishedAt === null)
    state = await post<SearchState>('/explore/getQueryStatus', { request_id: state.request_id })
  signalId = state.signal_id
  report = (await api.request({ method: 'GET', path: `/signal/json/${signalId}`, as: 'mira' })).json()
})

afterAll(async () => api.close())

async function post<T>(path: string, body: object): Promise<T> {
  return (await api.request({ method: 'POST', path, as: 'mira', body })).json<T>()
}

async function fileOf(format: ExportFormat): Promise<Buffer> {
  let exported = await post<Export>('/exports', { kind: 'signal', id: signalId, format })
  while (exported.status !== 'complete' && exported.status !== 'failed')
    exported = (await api.request({ method: 'GET', path: `/exports/${exported.id}`, as: 'mira' })).json<Export>()
  expect(exported).toMatchObject({ status: 'complete' })
  return (await api.request({ method: 'GET', path: `/exports/${exported.id}/file`, as: 'mira' })).rawPayload
}

const count = (value: number) => value.toLocaleString('en')
const tone = (value: number) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)}`
const plain = (text: string) => text.replaceAll(/[\s\u00A0]+/gu, ' ').trim()

/** What a reader of the report sees, as both files must write it: the name of each figure with its value, and the rows of each table. */
function expectedFigures(): [name: string, value: string][] {
  const { counts, momentum, tone: toned } = report
  const factor = (value: number) => value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : 0 })
  return [
    ['Documents', count(counts.documents)],
    ['Pieces', count(counts.storyClusters ?? 0)],
    ['Outlets', count(counts.outlets)],
    ['Growth', momentum.ratio === null ? 'unknown' : `${factor(momentum.ratio.value)}×`],
    ['Mean tone', toned.mean === null ? 'unknown' : tone(toned.mean.value)],
  ]
}

const expectedRows = (): Record<string, string[][]> => ({
  Events: report.events.events.map(({ headline, stories, documents, expected }) => [
    headline?.title ?? '',
    count(stories),
    count(Math.round(expected)),
    count(documents),
  ]),
  Voices: report.voices.outlets.map(({ name, documents }) => [name, count(documents)]),
  Coverage: report.coverage.sources.map(({ documents, total }) => [count(documents), count(total)]),
  'Covered days': report.volume.groups
    .filter(({ documents }) => documents > 0)
    .map(({ label, documents }) => [label, count(documents)]),
})

test('a PDF has the figures and sentences of the report', async () => {
  const { root } = readPdf(await fileOf('pdf'))
  const elements = listElements(root)
  const figures = elements.find(({ type }) => type === 'L')?.children ?? []
  const written = figures.map(({ children: [name, body] }) => [name?.text, body?.children[0]?.text])
  for (const figure of expectedFigures()) expect(written).toContainEqual(figure)
  const tables = tablesOf(elements)
  for (const [title, rows] of Object.entries(expectedRows()))
    for (const [index, cells] of rows.entries())
      for (const cell of cells)
        expect([title, tables.get(title)?.[index]]).toEqual([title, expect.arrayContaining([cell])])
  const words = plain(textBelow(root))
  for (const { text } of report.summary.statements) expect(words).toContain(plain(text))
})

test('an HTML file has the figures and sentences of the report', async () => {
  const page = (await fileOf('html')).toString('utf8')
  for (const [name, value] of expectedFigures())
    expect(page).toMatch(
      new RegExp(`<dt>${name}</dt>\\s*<dd class="value">${value.replace(/[+.]/u, '\\$&')}</dd>`, 'u'),
    )
  for (const [title, rows] of Object.entries(expectedRows())) {
    const part = page.slice(page.indexOf(`>${title}</h2>`)).split('</section>')[0] ?? ''
    for (const cell of rows.flat()) expect([title, part]).toEqual([title, expect.stringContaining(`>${cell}<`)])
  }
  const words = plain(
    page
      .replaceAll(/<[^>]+>/gu, ' ')
      .replaceAll('&#39;', "'")
      .replaceAll('&quot;', '"'),
  )
  for (const { text } of report.summary.statements) expect(words).toContain(plain(text))
})

test('both files have the same parts, including narratives and the back-test of an archive', async () => {
  const { root } = readPdf(await fileOf('pdf'))
  const page = (await fileOf('html')).toString('utf8')
  const headings = listElements(root).flatMap(({ type, text }) => (type === 'H2' ? [text] : []))
  expect([...page.matchAll(/<h2[^>]*>([^<]+)</gu)].map(([, text]) => text)).toEqual(headings)
  expect(headings).toEqual(
    expect.arrayContaining(['Events', 'Narratives', 'Back-test of the last weeks', 'How the numbers were counted']),
  )
})

test('a story is one row, with as many documents as its list has', async () => {
  const { root } = readPdf(await fileOf('pdf'))
  const rows =
    listElements(root)
      .filter(({ type }) => type === 'L')
      .at(-2)
      ?.children.map(textBelow) ?? []
  const shown = [...report.documents.items, ...report.chatter.items]
  const stories = [...new Set(shown.map(({ storyCluster }) => storyCluster))]
  expect(rows).toHaveLength(Math.min(30, stories.length))
  for (const [place, storyCluster] of stories.slice(0, 30).entries()) {
    const path = `/signals/${signalId}/documents?storyCluster=${storyCluster}&perPage=1`
    const { page } = (await api.request({ method: 'GET', path, as: 'mira' })).json<DocumentPage>()
    const statedCount = / ([\d,]+) documents of /u.exec(rows[place] ?? '')?.[1] ?? '1'
    expect([storyCluster, statedCount]).toEqual([storyCluster, count(page.total)])
  }
})

test('rows and bundles contain the documents and sentiments that the report counts', async () => {
  const documents = (await fileOf('jsonl'))
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as PublishedDocument)
  expect(documents).toHaveLength(report.counts.documents)
  const { positive, neutral, negative, unknown } = report.tone.counts
  const labels = ['positive', 'neutral', 'negative', 'unknown'] as const
  const countsByLabel = labels.map((label) => documents.filter((document) => document.tone.label === label).length)
  expect(countsByLabel).toEqual([positive, neutral, negative, unknown])
  expect(new Set(documents.map(({ storyCluster }) => storyCluster)).size).toBe(report.counts.storyClusters)
  expect((await fileOf('csv')).toString('utf8').trimEnd().split('\r\n')).toHaveLength(report.counts.documents + 1)
  const bundle = unzipSync(await fileOf('bundle'))
  const bundledReport = JSON.parse(new TextDecoder().decode(bundle['report.json'])) as SignalReport
  for (const part of [
    'counts',
    'volume',
    'momentum',
    'stage',
    'tone',
    'events',
    'voices',
    'contexts',
    'summary',
  ] as const)
    expect(bundledReport[part]).toEqual(report[part])
})

/** The cells of each table by the preceding heading, without the header row. */
function tablesOf(elements: readonly PdfElement[]): Map<string, string[][]> {
  const tables = new Map<string, string[][]>()
  let heading = ''
  for (const element of elements) {
    if (element.type === 'H2') heading = element.text
    if (element.type === 'Table')
      tables.set(
        heading,
        element.children.slice(1).map(({ children }) => children.map(({ text }) => text)),
      )
  }
  return tables
}
