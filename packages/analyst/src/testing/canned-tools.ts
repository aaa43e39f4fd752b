import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
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

/** One turn of the model: words in chunks, or tool calls. */
export type ModelTurn =
  | { readonly text: readonly string[]; readonly finish?: string }
  | { readonly calls: readonly { readonly name: string; readonly input: unknown }[] }
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  | { readonly text: readonly string[]; readonly fault: 'drop' | 'malformed' | 'silence' }

export interface ModelMessages {
  readonly messages: readonly { readonly role: string; readonly content: unknown }[]
  readonly tools?: readonly { readonly function: { readonly name: string } }[]
}

export interface FakeModelServer {
  readonly url: string
  readonly requests: { readonly body: ModelMessages; readonly authorization: string | undefined }[]
  /** Connections that the client closed before the response was complete. */
  readonly aborted: () => number
  /** The model's response to each request; the last one is repeated. */
  turns: readonly (ModelTurn | ((body: ModelMessages) => ModelTurn))[]
  close(): Promise<void>
}

/** A server that streams like OpenAI-compatible ones, chunk by chunk, and misbehaves on demand. */
export async function startFakeModelServer(): Promise<FakeModelServer> {
  let aborted = 0
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const parsed = JSON.parse(body) as ModelMessages
      const requestIndex = fake.requests.length
      fake.requests.push({ body: parsed, authorization: request.headers.authorization })
      const turn = fake.turns[Math.min(requestIndex, fake.turns.length - 1)] ?? { text: [] }
      response.on('close', () => (aborted += response.writableEnded ? 0 : 1))
      sendTurn(response, typeof turn === 'function' ? turn(parsed) : turn)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // listen() on a TCP port yields an AddressInfo, never a pipe name
  const { port } = server.address() as AddressInfo
  const fake: FakeModelServer = {
    url: `http://127.0.0.1:${port}/v1`,
    requests: [],
    aborted: () => aborted,
    turns: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return fake
}

function sendTurn(response: ServerResponse, turn: ModelTurn): void {
  if ('status' in turn) {
    response.writeHead(turn.status, { 'content-type': 'application/json', ...turn.headers })
    response.end(turn.body ?? '{"error":{"message":"bad key sk-secret-123","type":"error"}}')
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
  const send = (choice: object, more: object = {}) =>
    response.write(
      `data: ${JSON.stringify({
        id: 'chatcmpl-1',
        object: 'chat.completion.chunk',
        created: 1_727_346_172,
        model: 'fake',
        system_fingerprint: 'fp_1',
        choices: [{ index: 0, logprobs: null, finish_reason: null, ...choice }],
        ...more,
      })}\n\n`,
    )
  send({ delta: { role: 'assistant', content: 'calls' in turn ? null : '', refusal: null } })
  if ('calls' in turn) {
    turn.calls.forEach(({ name, input }, index) => {
      const text = JSON.stringify(input)
      send({
        delta: { tool_calls: [{ index, id: `call_${index}`, type: 'function', function: { name, arguments: '' } }] },
      })
      for (const piece of text.match(/[\s\S]{1,7}/gu) ?? [])
        send({ delta: { tool_calls: [{ index, function: { arguments: piece } }] } })
    })
    send({ delta: {}, finish_reason: 'tool_calls' })
  } else {
    for (const content of turn.text) send({ delta: { content } })
    if ('fault' in turn && turn.fault === 'silence') return
    if ('fault' in turn && turn.fault === 'drop') {
      // after the words were sent, so that they arrive before the end of the connection
      response.write(': \n\n', () => setImmediate(() => response.destroy()))
      return
    }
    if ('fault' in turn) response.write('data: {not json\n\n')
    send({ delta: {}, finish_reason: 'finish' in turn ? turn.finish : 'stop' })
  }
  send({ delta: {} }, { choices: [], usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 } })
  response.end('data: [DONE]\n\n')
}

export { createClaimsGuard } from '../guard/claims-guard.ts'
