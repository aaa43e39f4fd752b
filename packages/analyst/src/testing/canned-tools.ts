import { readFileSync } from 'node:fs'
import type { Citation, SearchState, SignalReport } from '@auspex/sdk/types'
import type { AnalystEvent, AnalystRequest, AnalystTools, ToolOutcome } from '../analyst.port.ts'
import { createEmbeddedAnalyst } from '../embedded/embedded-analyst.ts'

const contract = JSON.parse(readFileSync(new URL('../../../../openapi/openapi.gen.json', import.meta.url), 'utf8')) as {
  components: { examples: Record<string, { value: unknown }> }
}

/** The report of the contract's examples, with the parts that a test is about. */
export function sampleReport(part: Partial<SignalReport> = {}): SignalReport {
  const example = Object.entries(contract.components.examples).find(([name]) => name.startsWith('getSignalReport'))
  return { ...(example?.[1].value as SignalReport), ...part }
}

export interface CannedTools extends AnalystTools {
  readonly calls: { readonly tool: string; readonly input: Record<string, unknown> }[]
}

/** Tools that return what a test defines, by tool name, and record their calls. The answers of a list are returned one after the other, and a function gets the input. */
export function cannedTools(answers: Readonly<Record<string, unknown>> = {}): CannedTools {
  const report = sampleReport()
  const search: Partial<SearchState> = {
    signal_id: report.signalId,
    status: 'complete',
    query: report.query,
    matched: report.counts.documents,
    sources: [],
    suggestions: [],
  }
  const allAnswers: Record<string, unknown> = {
    search_topic: search,
    get_report: report,
    read_question: { ok: true, question: null, fault: null, reading: null },
    ...answers,
  }
  const calls: CannedTools['calls'] = []
  return {
    calls,
    async read(tool, input) {
      if (tool.writes) throw new Error(`${tool.name} writes`)
      calls.push({ tool: tool.name, input })
      const canned: unknown =
        allAnswers[tool.name] ?? (tool.name === 'count_documents' ? allAnswers['get_report'] : undefined)
      const callIndex = calls.filter((call) => call.tool === tool.name).length - 1
      const answer: unknown =
        typeof canned === 'function'
          ? canned(input)
          : Array.isArray(canned)
            ? canned[Math.min(callIndex, canned.length - 1)]
            : canned
      if (answer === undefined)
        return { status: 'failed', sentence: 'It failed.', problem: null, cause: null, durationMs: 1 }
      // the test's answer has the tool's type
      const outcome: unknown = { status: 'ok', output: answer, durationMs: 1 }
      return outcome as ToolOutcome<never>
    },
  }
}

export function sampleRequest(part: Partial<AnalystRequest> & { message: string }): AnalystRequest {
  return {
    instruction: null,
    history: [],
    signalIds: [],
    threadId: null,
    selectedMessages: [],
    readables: [],
    actions: [],
    collections: [],
    today: '2026-11-23',
    ...part,
  }
}

const analyst = createEmbeddedAnalyst({ createId: () => 't1' })

export interface SearchInput {
  topic: string
  country?: string
  from?: string
  to?: string
}

/** Asks a library that holds so many documents for each search; 412 where a test does not say. */
export async function askLibrary(
  message: string,
  holds: (search: SearchInput) => number = () => 412,
  others: object = {},
) {
  const searches: SearchInput[] = []
  const example = sampleReport()
  const reports = new Map<string, SignalReport>()
  const tools = cannedTools({
    search_topic: (input: SearchInput) => {
      const signalId = `sig_${input.topic}_${input.country ?? ''}`
      if (!reports.has(signalId)) searches.push(input)
      const counts = { ...example.counts, documents: holds(input) }
      reports.set(signalId, { ...example, signalId, counts, query: { ...example.query, title: input.topic } })
      return { signal_id: signalId, status: 'complete', query: example.query, matched: counts.documents, sources: [] }
    },
    get_report: ({ signalId }: { signalId: string }) => reports.get(signalId),
    count_documents: ({ signalId }: { signalId: string }) => reports.get(signalId),
    search_help: { didYouMean: null },
    ...others,
  })
  const answer = await readAnswer(analyst(sampleRequest({ message }), tools, new AbortController().signal))
  return { ...answer, searches, topics: searches.map(({ topic }) => topic) }
}

/** Eight documents, as a list gives them. */
export const listedDocuments = Array.from({ length: 8 }, (_, place) => ({
  id: `doc_${place}`,
  title: `Headline ${place}`,
  outlet: 'Ledger',
  author: null,
  publishedAt: `2020-11-2${place}T00:00:00Z`,
}))
/** Answers of the tools, in which every list has the eight documents. */
export const documentLists = { list_documents: { items: listedDocuments, page: { total: 8, nextCursor: null } } }

export interface ReadAnswer {
  readonly text: string
  readonly citations: readonly Citation[]
  readonly events: readonly AnalystEvent[]
  readonly error: unknown
}

/** Everything that an analyst emits until it ends, successfully or not. */
export async function readAnswer(answer: AsyncIterable<AnalystEvent>): Promise<ReadAnswer> {
  const events: AnalystEvent[] = []
  let error: unknown = null
  try {
    for await (const event of answer) events.push(event)
  } catch (thrown) {
    error = thrown
  }
  return {
    text: events.map((event) => (event.type === 'text-delta' ? event.delta : '')).join(''),
    citations: events.flatMap((event) => (event.type === 'citation-added' ? [event.citation] : [])),
    events,
    error,
  }
}

export { type FakeModelServer, type ModelMessages, type ModelTurn, startFakeModelServer } from './fake-model-server.ts'
export { createClaimsGuard } from '../guard/claims-guard.ts'
