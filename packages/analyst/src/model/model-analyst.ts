import type { CallContext } from '../call-tool.ts'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { AnswerMode, FrontendAction, SignalReport } from '@auspex/sdk/types'
import { readDocumentTool } from '@auspex/tools'
import { APICallError, isStepCount, RetryError, streamText } from 'ai'
import {
  type Analyst,
  AnalystError,
  type AnalystEvent,
  type AnalystRequest,
  type ModelSettings,
  type ModeSettings,
} from '../analyst.port.ts'
import { createAnswerWriter } from '../answer/answer-writer.ts'
import { chooseFigures, buildFollowUps } from '../embedded/proposals.ts'
import { createClaimsGuard } from '../guard/claims-guard.ts'
import { createSentenceSplitter } from '../guard/sentence-words.ts'
import { describeRequest } from '../screen/act-on-screen.ts'
import { limitQuery } from '../understand/scope.ts'
import { type Reading, readRequest } from '../understand/understand.ts'
import { toUnderstanding } from '../understand/understanding.ts'
import { type CheckedWriter, type CheckedWriterOptions, createCheckedWriter } from './checked-writer.ts'
import { instructionsOf, toMessages } from './model-messages.ts'
import { createModelTools, createPlanTool, createScreenTools } from './model-tools.ts'

/** A queue of events between a producer and a consumer, in order. */
interface EventQueue<Event> {
  push(event: Event): void
  end(): void
  fail(error: unknown): void
  events(): AsyncGenerator<Event, void>
}

function createEventQueue<Event>(): EventQueue<Event> {
  const buffer: Event[] = []
  let [isOver, failure]: [boolean, { error: unknown } | null] = [false, null]
  let wake = Promise.withResolvers<void>()
  const ring = () => {
    wake.resolve()
    wake = Promise.withResolvers<void>()
  }
  return {
    push(event) {
      buffer.push(event)
      ring()
    },
    end() {
      isOver = true
      ring()
    },
    fail(error) {
      failure = { error }
      ring()
    },
    async *events() {
      for (;;) {
        const next = buffer.shift()
        if (next !== undefined) yield next
        else if (failure !== null) throw failure.error
        else if (isOver) return
        else await wake.promise
      }
    },
  }
}

/** What a model is asked after its last round: nothing is searched any more. */
const closingNote = 'No more calls are left. Answer now from the results, and say what you could not look up.'

export interface ModelAnalystOptions {
  readonly settings: ModelSettings
  /** Answers what needs no wording, and whatever the model fails to answer. */
  readonly embedded: Analyst
  readonly createId: () => string
  readonly fetch?: typeof globalThis.fetch
  /** Milliseconds of a clock that only runs forward. */
  readonly now?: () => number
}

/** The outcome of a model's answer. */
interface ModelOutcome {
  readonly shownCount: number
  readonly droppedCount: number
  readonly failure: AnalystError | null
  readonly reports: readonly SignalReport[]
}

/**
 * Lets a language model choose what to look up and word the results. It sees only read-only tools, and each of its sentences is held back until the
 * guard has found its evidence. What it cannot do, the embedded analyst does: a person gets an answer either way, and the answer states which one
 * wrote it.
 */
export function createModelAnalyst(options: ModelAnalystOptions): Analyst {
  const { settings, embedded } = options
  return async function* (request, tools, signal) {
    const { task } = readRequest(request)
    if (task !== 'report' && task !== 'unclear') {
      yield* embedded(request, tools, signal)
      return
    }
    const queue = createEventQueue<AnalystEvent>()
    const context: CallContext = { tools, signal, createCallId: () => `call_${options.createId()}` }
    const writing = write(request, context, queue, options)
    writing.then(
      () => queue.end(),
      (error: unknown) => queue.fail(error),
    )
    yield* queue.events()
    const { shownCount, failure, droppedCount } = await writing
    if (failure !== null && shownCount > 0) throw failure
    if (shownCount > 0) return
    const why =
      failure === null ? describeNothingLeft(droppedCount) : `${failure.message} The built-in analyst answers instead.`
    yield { type: 'text-delta', delta: `*${why}*\n\n` }
    yield* shiftPositions(embedded(request, tools, signal), `*${why}*\n\n`.length)
    yield { type: 'usage', model: settings.name, inputTokens: null, outputTokens: null }
  }
}

function describeNothingLeft(dropped: number): string {
  const reason =
    dropped === 0
      ? 'The language model wrote nothing.'
      : 'What the language model wrote could not be traced to results.'
  return `${reason} The built-in analyst answers instead.`
}

/** The events of an answer that follows other text, with shifted positions. */
async function* shiftPositions(events: AsyncIterable<AnalystEvent>, by: number): AsyncGenerator<AnalystEvent, void> {
  for await (const event of events) {
    if (event.type === 'figure-added') {
      yield { ...event, figure: { ...event.figure, position: event.figure.position + by } }
      continue
    }
    if (event.type !== 'citation-added') {
      yield event
      continue
    }
    const { citation } = event
    const range = { claimStart: citation.claimStart + by, claimEnd: citation.claimEnd + by }
    yield {
      type: 'citation-added',
      citation: citation.kind === 'document' ? { ...citation, ...range } : { ...citation, ...range },
    }
  }
}

async function write(
  request: AnalystRequest,
  context: CallContext,
  queue: EventQueue<AnalystEvent>,
  { settings, fetch, now = () => performance.now() }: ModelAnalystOptions,
): Promise<ModelOutcome> {
  const { signal } = context
  const { mode = 'quick' } = request
  const limits = settings.modes[mode]
  const until = now() + limits.maxMs
  const guard = createClaimsGuard(request.message)
  const reading = readRequest(request)
  const reports = new Map<string, SignalReport>()
  const writer = createAnswerWriter()
  const splitter = createSentenceSplitter()
  const emit = (event: AnalystEvent) => queue.push(event)
  const lines = createCheckedWriter({ guard, writer, emit, locate: createLocator(context, reports) })
  const provider = createOpenAICompatible({
    name: 'auspex-model',
    baseURL: settings.url,
    includeUsage: true,
    ...(settings.key !== null && { apiKey: settings.key }),
    // a redirect would send the key to an address that is not configured
    fetch: (address, init) => (fetch ?? globalThis.fetch)(address, { ...init, redirect: 'error' }),
  })
  const model = provider.chatModel(settings.name)
  const options = {
    maxOutputTokens: limits.maxOutputTokens,
    maxRetries: 1,
    abortSignal: signal,
    timeout: { chunkMs: settings.silenceMs },
    // every error is part of the stream, and is reported there in our own words
    onError: () => {},
  }
  const requestedActions: FrontendAction[] = []
  const screen = createScreenTools({
    actions: request.actions,
    guard,
    ask: (action, values) => {
      requestedActions.push(action)
      queue.push({ type: 'frontend-action', name: action.name, arguments: JSON.stringify(values) })
    },
  })
  const plan = createPlanTool(emit)
  const lookups = createModelTools({
    context,
    guard,
    emit,
    maxCalls: limits.maxToolCalls,
    // of two periods each search is of its own
    scope: reading.otherPeriod === null ? reading : { ...reading, from: null, to: null },
    onReport: (report) => reports.set(report.signalId, report),
    onDocuments: () => {
      screen.close()
      plan.close()
    },
  })
  const messages = toMessages(request, reading)
  // shown while the model works, so that a wrong guess is noticed before the answer is there
  emit({
    type: 'understanding',
    understanding: toUnderstanding(
      reading,
      reading.queries.map((query) => ({ query, signalId: null })),
    ),
  })
  let rounds = 0
  // a plan and a search that is refused do not count, so rounds have their own limit
  const isUsedUp = () => lookups.calls() >= limits.maxToolCalls || rounds >= limits.maxSteps - 1 || now() >= until
  const result = streamText({
    ...options,
    model,
    instructions: instructionsOf(request, limits),
    messages,
    tools: { ...screen.tools, ...lookups.tools, ...(mode === 'research' && plan.tools) },
    stopWhen: isStepCount(limits.maxSteps),
    // the last round writes: an answer must not end with a call
    prepareStep: ({ messages: soFar }) =>
      isUsedUp() ? { toolChoice: 'none', messages: [...soFar, { role: 'user', content: closingNote }] } : {},
  })
  let [finished, failure]: [string | null, AnalystError | null] = [null, null]
  const usage = { inputTokens: 0, outputTokens: 0 }
  try {
    for await (const part of result.stream) {
      if (part.type === 'text-delta') for (const sentence of splitter.push(part.text)) await lines.write(sentence)
      else if (part.type === 'finish-step') {
        rounds += 1
        usage.inputTokens += part.usage.inputTokens ?? 0
        usage.outputTokens += part.usage.outputTokens ?? 0
        if (part.finishReason === 'tool-calls') {
          // words on the way to a call are no part of the answer
          splitter.end()
          lines.restart()
          if (usage.inputTokens > 0) queue.push({ type: 'usage', model: settings.name, ...usage })
        }
      } else if (part.type === 'error') failure = toAnalystError(part.error)
      else if (part.type === 'finish') {
        finished = part.finishReason
        const { inputTokens = null, outputTokens = null } = part.totalUsage
        queue.push({ type: 'usage', model: settings.name, inputTokens, outputTokens })
      }
    }
  } catch (error) {
    signal.throwIfAborted()
    failure = toAnalystError(error)
  }
  signal.throwIfAborted()
  const wasCut = failure !== null && finished === null
  if (!wasCut) for (const sentence of splitter.end()) await lines.write(sentence)
  const readReports = [...reports.values()]
  // without a sentence that results say, the built-in analyst answers
  let shownCount = lines.supportedCount
  // a requested screen action is reported, even when nothing the model says about it can be shown
  if (shownCount === 0 && failure === null)
    for (const action of requestedActions) {
      for (const event of writer.append(describeRequest(action))) queue.push(event)
      shownCount += 1
    }
  if (shownCount > 0) close({ queue, writer, lines, known: readReports, reading })
  const isLimited =
    finished === 'length' || finished === 'tool-calls' || lookups.refused() > 0 || (mode === 'research' && isUsedUp())
  if (shownCount > 0 && isLimited) queue.push({ type: 'limit', sentence: describeLimit(mode, limits) })
  // an unreadable chunk is ignored if the answer was completed anyway
  return {
    shownCount,
    droppedCount: lines.droppedCount + lines.markedCount,
    failure: wasCut || shownCount === 0 ? failure : null,
    reports: readReports,
  }
}

function describeLimit(mode: AnswerMode, { maxToolCalls }: ModeSettings): string {
  return mode === 'quick'
    ? `A quick answer looks up ${maxToolCalls} things, and this question needs more. Research goes on from here.`
    : 'This answer reached the limit of one piece of research. It can go on from here.'
}

/** Places words of documents in their texts, which are read once each. */
function createLocator(
  context: CallContext,
  reports: ReadonlyMap<string, SignalReport>,
): CheckedWriterOptions['locate'] {
  const texts = new Map<string, Promise<string | null>>()
  const readText = async (documentId: string): Promise<string | null> => {
    const [signalId] = reports.keys()
    if (signalId === undefined) return null
    const outcome = await context.tools.read(readDocumentTool, { signalId, documentId }, context.signal)
    return outcome.status === 'ok' ? (outcome.output.text?.content ?? null) : null
  }
  return async (documentId, quote) => {
    const text = texts.get(documentId) ?? readText(documentId)
    texts.set(documentId, text)
    const quoteStart = (await text)?.indexOf(quote) ?? -1
    if (quoteStart < 0) return null
    return { kind: 'document', documentId, field: 'body', quoteStart, quoteEnd: quoteStart + quote.length, quote }
  }
}

function close({
  queue,
  writer,
  lines: { markedCount, droppedCount },
  known,
  reading,
}: {
  queue: EventQueue<AnalystEvent>
  writer: ReturnType<typeof createAnswerWriter>
  lines: CheckedWriter
  known: readonly SignalReport[]
  reading: Reading
}): void {
  for (const figure of known.slice(0, 1).flatMap((report) => chooseFigures(report, reading.wants, writer.length)))
    queue.push({ type: 'figure-added', figure })
  // what was really searched, which may differ from what the rules read
  const names = new Map(reading.queries.map((query) => [limitQuery(query, reading), query] as const))
  const topics = known.map(({ query: { query_term: term, canonical }, signalId }) => {
    const query = term ?? canonical
    return { query: names.get(query) ?? query, signalId }
  })
  const days = known.map(({ query: { startDate, endDate } }) => ({ from: startDate, to: endDate }))
  const [searched] = days
  const isOnePeriod = days.every(({ from, to }) => from === searched?.from && to === searched.to)
  const understanding = toUnderstanding(
    searched === undefined
      ? reading
      : {
          ...reading,
          from: isOnePeriod ? searched.from : null,
          to: isOnePeriod ? searched.to : null,
          country: known[0]?.query.geo ?? null,
        },
    topics,
  )
  queue.push({ type: 'understanding', understanding })
  writer.endParagraph()
  const marked =
    markedCount === 0 ? '' : ' No result was found for what is marked as not verified: check it before you use it.'
  const droppedNote =
    droppedCount === 0
      ? ''
      : droppedCount === 1
        ? ' One sentence of the model was left out: no result vouches for it.'
        : ` ${droppedCount} sentences of the model were left out: no result vouches for them.`
  for (const event of writer.appendMarkdown(`*${understanding.sentence}${marked}${droppedNote}*`)) queue.push(event)
  const followUps = known.slice(0, 1).flatMap((report) => buildFollowUps(report, reading))
  if (followUps.length > 0) queue.push({ type: 'follow-ups', followUps })
}

/** A model's failure, in our own words: a provider's message may contain the key. */
function toAnalystError(error: unknown): AnalystError {
  const cause = RetryError.isInstance(error) ? error.lastError : error
  // an answer that began well and broke off
  if (!APICallError.isInstance(cause) || cause.statusCode === 200) {
    return new AnalystError('model_interrupted', 'The language model stopped in the middle of its answer.')
  }
  const { statusCode, responseHeaders } = cause
  if (statusCode === 401 || statusCode === 403)
    return new AnalystError('model_unauthorized', 'The language model refused the key that this server has for it.')
  if (statusCode === 429) {
    const seconds = Number(responseHeaders?.['retry-after'])
    const retryAfterMs = Number.isFinite(seconds) && seconds > 0 ? Math.min(3_600_000, seconds * 1000) : null
    return new AnalystError('model_busy', 'The language model accepts no more questions at the moment.', retryAfterMs)
  }
  return new AnalystError('model_unavailable', 'The language model did not answer.')
}
