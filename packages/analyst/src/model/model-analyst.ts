import type { CallContext } from '../call-tool.ts'
import type { AnswerMode, FrontendAction, SignalReport } from '@auspex/sdk/types'
import type { LanguageModelUsage, TextStreamPart, ToolSet } from 'ai'
import {
  type Analyst,
  type AnalystError,
  type AnalystEvent,
  type AnalystRequest,
  type ModelSettings,
  type ModeSettings,
  type Understanding,
} from '../analyst.port.ts'
import { type AnswerWriter, createAnswerWriter } from '../answer/answer-writer.ts'
import { chooseFigures, buildFollowUps } from '../embedded/proposals.ts'
import { createClaimsGuard } from '../guard/claims-guard.ts'
import { createSentenceSplitter } from '../guard/sentence-words.ts'
import { describeRequest } from '../screen/act-on-screen.ts'
import { limitQuery } from '../understand/scope.ts'
import { type Reading, readRequest } from '../understand/understand.ts'
import { toUnderstanding } from '../understand/understanding.ts'
import { type CheckedWriter, createCheckedWriter, createLocator } from './checked-writer.ts'
import { callModel, toAnalystError } from './call-model.ts'
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

/** How long a model may go on looking things up. */
interface LookupLimit {
  readonly countRound: () => void
  readonly isUsedUp: () => boolean
}

/** Calls and time are limited, and rounds too, since a plan and a search that is refused are no calls. */
function createLookupLimit(
  { maxToolCalls, maxSteps, maxMs }: ModeSettings,
  callCount: () => number,
  now: () => number,
): LookupLimit {
  const until = now() + maxMs
  let rounds = 0
  return {
    countRound() {
      rounds += 1
    },
    isUsedUp: () => callCount() >= maxToolCalls || rounds >= maxSteps - 1 || now() >= until,
  }
}

/** One answer of a model while it is written. */
interface Run {
  readonly reading: Reading
  readonly mode: AnswerMode
  readonly limits: ModeSettings
  readonly modelName: string
  readonly queue: EventQueue<AnalystEvent>
  readonly writer: AnswerWriter
  readonly lines: CheckedWriter
  /** Those that the model has read, by the ids of their signals. */
  readonly reports: ReadonlyMap<string, SignalReport>
  readonly requestedActions: readonly FrontendAction[]
  readonly tools: ToolSet
  readonly refusedCalls: () => number
  readonly lookupLimit: LookupLimit
}

async function write(
  request: AnalystRequest,
  context: CallContext,
  queue: EventQueue<AnalystEvent>,
  options: ModelAnalystOptions,
): Promise<ModelOutcome> {
  const run = startRun(request, context, queue, options)
  const { reading, limits, tools } = run
  // shown while the model works, so that a wrong guess is noticed before the answer is there
  queue.push({
    type: 'understanding',
    understanding: toUnderstanding(
      reading,
      reading.queries.map((query) => ({ query, signalId: null })),
    ),
  })
  const { signal } = context
  const stream = callModel({ request, reading, limits, tools, isUsedUp: run.lookupLimit.isUsedUp, signal }, options)
  return finishRun(run, await writeStream(run, stream, signal))
}

function startRun(
  request: AnalystRequest,
  context: CallContext,
  queue: EventQueue<AnalystEvent>,
  { settings, now = () => performance.now() }: ModelAnalystOptions,
): Run {
  const { mode = 'quick' } = request
  const limits = settings.modes[mode]
  const guard = createClaimsGuard(request.message)
  const reading = readRequest(request)
  const reports = new Map<string, SignalReport>()
  const writer = createAnswerWriter()
  const emit = (event: AnalystEvent) => queue.push(event)
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
  return {
    reading,
    mode,
    limits,
    modelName: settings.name,
    queue,
    writer,
    lines: createCheckedWriter({ guard, writer, emit, locate: createLocator(context, reports) }),
    reports,
    requestedActions,
    tools: { ...screen.tools, ...lookups.tools, ...(mode === 'research' && plan.tools) },
    refusedCalls: lookups.refused,
    lookupLimit: createLookupLimit(limits, lookups.calls, now),
  }
}

/** How a model's stream ended. */
interface StreamEnd {
  /** Why the model stopped; null where it did not get that far. */
  readonly finishReason: string | null
  readonly failure: AnalystError | null
}

/** Writes what a model says, sentence by sentence. */
async function writeStream(
  run: Run,
  stream: AsyncIterable<TextStreamPart<ToolSet>>,
  signal: AbortSignal,
): Promise<StreamEnd> {
  const { lines, queue, modelName } = run
  const splitter = createSentenceSplitter()
  const usage = { inputTokens: 0, outputTokens: 0 }
  const endRound = (round: { finishReason: string; usage: LanguageModelUsage }) => {
    run.lookupLimit.countRound()
    usage.inputTokens += round.usage.inputTokens ?? 0
    usage.outputTokens += round.usage.outputTokens ?? 0
    if (round.finishReason !== 'tool-calls') return
    // words on the way to a call are no part of the answer
    splitter.end()
    lines.restart()
    if (usage.inputTokens > 0) queue.push({ type: 'usage', model: modelName, ...usage })
  }
  let [finishReason, failure]: [string | null, AnalystError | null] = [null, null]
  try {
    for await (const part of stream) {
      if (part.type === 'text-delta') await writeAll(lines, splitter.push(part.text))
      else if (part.type === 'finish-step') endRound(part)
      else if (part.type === 'error') failure = toAnalystError(part.error)
      else if (part.type === 'finish') {
        finishReason = part.finishReason
        const { inputTokens = null, outputTokens = null } = part.totalUsage
        queue.push({ type: 'usage', model: modelName, inputTokens, outputTokens })
      }
    }
  } catch (error) {
    signal.throwIfAborted()
    failure = toAnalystError(error)
  }
  signal.throwIfAborted()
  if (!isCutOff({ finishReason, failure })) await writeAll(lines, splitter.end())
  return { finishReason, failure }
}

async function writeAll(lines: CheckedWriter, sentences: readonly string[]): Promise<void> {
  for (const sentence of sentences) await lines.write(sentence)
}

/** An unreadable chunk is ignored if the answer was completed anyway. */
function isCutOff({ finishReason, failure }: StreamEnd): boolean {
  return failure !== null && finishReason === null
}

/** Ends an answer with what it stands on, if anything of it is shown. */
function finishRun(run: Run, end: StreamEnd): ModelOutcome {
  const { lines, queue, mode, limits } = run
  const reports = [...run.reports.values()]
  // without a sentence that results say, the built-in analyst answers
  let shownCount = lines.supportedCount
  if (shownCount === 0 && end.failure === null) shownCount = describeActions(run)
  if (shownCount > 0) {
    close(run, reports)
    const isStopped = end.finishReason === 'length' || end.finishReason === 'tool-calls'
    if (isStopped || run.refusedCalls() > 0 || (mode === 'research' && run.lookupLimit.isUsedUp()))
      queue.push({ type: 'limit', sentence: describeLimit(mode, limits) })
  }
  return {
    shownCount,
    droppedCount: lines.droppedCount + lines.markedCount,
    failure: isCutOff(end) || shownCount === 0 ? end.failure : null,
  }
}

/** A requested screen action is reported, even when nothing the model says about it can be shown. */
function describeActions({ requestedActions, writer, queue }: Run): number {
  for (const action of requestedActions) for (const event of writer.append(describeRequest(action))) queue.push(event)
  return requestedActions.length
}

function describeLimit(mode: AnswerMode, { maxToolCalls }: ModeSettings): string {
  return mode === 'quick'
    ? `A quick answer looks up ${maxToolCalls} things, and this question needs more. Research goes on from here.`
    : 'This answer reached the limit of one piece of research. It can go on from here.'
}

/** Adds figures, how the question was searched, what was left out, and questions to go on with. */
function close({ queue, writer, lines, reading }: Run, reports: readonly SignalReport[]): void {
  const [report] = reports
  const figures = report === undefined ? [] : chooseFigures(report, reading.wants, writer.length)
  for (const figure of figures) queue.push({ type: 'figure-added', figure })
  const understanding = understandingOf(reports, reading)
  queue.push({ type: 'understanding', understanding })
  writer.endParagraph()
  const marked =
    lines.markedCount === 0
      ? ''
      : ' No result was found for what is marked as not verified: check it before you use it.'
  const closing = `*${understanding.sentence}${marked}${describeDropped(lines.droppedCount)}*`
  for (const event of writer.appendMarkdown(closing)) queue.push(event)
  const followUps = report === undefined ? [] : buildFollowUps(report, reading)
  if (followUps.length > 0) queue.push({ type: 'follow-ups', followUps })
}

/** What was really searched, which may differ from what the rules read. */
function understandingOf(reports: readonly SignalReport[], reading: Reading): Understanding {
  const names = new Map(reading.queries.map((query) => [limitQuery(query, reading), query] as const))
  const topics = reports.map(({ query: { query_term: term, canonical }, signalId }) => {
    const query = term ?? canonical
    return { query: names.get(query) ?? query, signalId }
  })
  const [first] = reports
  if (first === undefined) return toUnderstanding(reading, topics)
  const { startDate, endDate, geo } = first.query
  const isOnePeriod = reports.every(({ query }) => query.startDate === startDate && query.endDate === endDate)
  const days = isOnePeriod ? { from: startDate, to: endDate } : { from: null, to: null }
  return toUnderstanding({ ...reading, ...days, country: geo }, topics)
}

function describeDropped(count: number): string {
  if (count === 0) return ''
  if (count === 1) return ' One sentence of the model was left out: no result vouches for it.'
  return ` ${count} sentences of the model were left out: no result vouches for them.`
}
