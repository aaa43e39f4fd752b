import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSequentialIds } from '../../../kernel/ids.ts'
import { createDocumentsModule } from '../../../modules/library/index.ts'
import { sampleDocument } from '../../../testing/stored-documents.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { silentLog } from '../../../testing/test-database.ts'
import { type ModuleFigures, runModuleMatrix, describeReads } from './module-matrix.ts'

let api: TestApi
let figures: ModuleFigures

const rowsFile = new URL('rows.json', import.meta.url)

/** Reading operations that find nothing in this small world: no reply of theirs is searched for data of a disabled module. Only ever remove one. */
const unreadOperations = [
  'autocompleteClinicalTerm',
  'compareSignals',
  'getCategory',
  'getClinicalTrial',
  'getClinicalTrialFacets',
  'getContextSnippets',
  'getContextSpace',
  'getDocumentTone',
  'getHashtagImport',
  'getHashtagTrends',
  'getNewsArticle',
  'getNewsCluster',
  'getPubmedTimeSeries',
  'getPubmedTopics',
  'getQueryStatus',
  'getSignalDocument',
  'getSignalNumber',
  'getStockForecast',
  'getWorkflow',
  'getWorkflowRun',
  'getWorkflowRunStep',
  'getZeusThreadSummary',
  'listCategoryTrends',
  'listClinicalTrialPapers',
  'listHashtagCreators',
  'listHashtagVideos',
  'listPubmedArticles',
  'searchClinicalTrials',
]

/** More than one page of a list, and equal to no other count, so that the number itself would show a leak. */
const documentCount = 137
const documents = Array.from({ length: documentCount }, (_, n) =>
  sampleDocument({
    nativeId: `n${n}`,
    url: `https://example.org/${n}`,
    title: `Oat milk for the barista of harvest ${n}`,
    publishedAt: `2026-${n % 2 === 0 ? '10' : '11'}-${String((n % 18) + 1).padStart(2, '0')}T08:00:00Z`,
  }),
)

beforeAll(async () => {
  api = await createTestApi({ config: { sources: 'live' }, jobs: true })
  const { database, clock, contract } = api
  const library = createDocumentsModule({ database, clock, createId: createSequentialIds(), log: silentLog })
  await library.storeDocuments(documents)
  while (await library.enrich.step());
  await library.enrich.stop()
  if (process.env['AUSPEX_MATRIX'] === 'update') writeRows()
  figures = await runModuleMatrix({
    contract,
    send: async (who, request) => {
      const { statusCode, body } = await api.request({ ...request, as: who === 'person' ? 'mira' : 'root' })
      return { status: statusCode, text: body }
    },
  })
})
afterAll(() => api.close())

function writeRows(): void {
  const lines = api.contract.operations
    .map((operation) => [operation.id, describeReads(operation)] as const)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([id, reads]) => `  "${id}": ${JSON.stringify(reads).replaceAll('","', '", "')}`)
  writeFileSync(rowsFile, `{\n${lines.join(',\n')}\n}\n`)
}

describe('the matrix of modules', () => {
  test('lists for every operation the modules that it reads', () => {
    const declared = Object.fromEntries(
      api.contract.operations.map((operation) => [operation.id, describeReads(operation)]),
    )
    // read here and not imported: AUSPEX_MATRIX=update writes it after the imports
    expect(JSON.parse(readFileSync(rowsFile, 'utf8'))).toEqual(declared)
  })

  test('refuses exactly where the contract says so, and never returns data of a disabled module', () => {
    const { pairs, refused, requests, replies, faults } = figures
    console.log(
      `Modules: ${pairs} pairs of operation and module, ${refused} refused, ${requests} requests that name something, ${replies} replies looked through, ${faults.length} leaks`,
    )
    expect(faults).toEqual([])
  })

  test('covers enough operations and replies to be meaningful', () => {
    expect(figures.pairs).toBeGreaterThan(2_000)
    expect(figures.requests).toBeGreaterThan(20)
    expect(figures.replies).toBeGreaterThan(500)
    expect(figures.unread.toSorted()).toEqual(unreadOperations)
  })
})
