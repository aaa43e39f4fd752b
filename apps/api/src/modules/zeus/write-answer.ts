import {
  AnalystError,
  type AnalystEvent,
  type AnalystRequest,
  type AnalystTools,
  type AnswerDraft,
  addToDraft,
  createReadTools,
  type DraftEvent,
  storeUnderstanding,
  translateEvent,
} from '@auspex/analyst'
import type { AuspexClient } from '@auspex/sdk'
import type { Approval, Problem } from '@auspex/sdk/types'
import type { StopReason } from './live-runs.ts'
import type { Proposal } from './propose-change.ts'
import type { RunJournal } from './run-journal.ts'
import type { ZeusAnalyst } from './zeus.ports.ts'
import type { RunEnding } from './zeus.types.ts'

export interface WriteOptions {
  analyst: ZeusAnalyst
  request: AnalystRequest
  client: AuspexClient
  draft: AnswerDraft
  journal: RunJournal
  propose: (proposal: Proposal) => Promise<Approval>
  createActionId: () => string
  signal: AbortSignal
  /** Milliseconds since the run began. */
  elapsedMs: () => number
}

/** How the answer ended, and the failure if it failed. */
export interface WrittenAnswer {
  ending: RunEnding
  failure: { problem: Omit<Problem, 'requestId'>; isRetryable: boolean; retryAfterMs: number | null } | null
  /** An unexpected error; for the log. */
  cause: unknown
}

/** Runs the analyst and journals its events. Never throws: every outcome is returned as the ending. */
export async function writeAnswer(options: WriteOptions): Promise<WrittenAnswer> {
  const { analyst, request, client, journal, signal } = options
  let limit: string | null = null
  try {
    // stopped while its request was being built: the analyst is not called for an answer that is no longer wanted
    signal.throwIfAborted()
    const tools: AnalystTools = createReadTools(client)
    for await (const event of untilAborted(analyst.answer(request, tools, signal), signal)) {
      if (event.type === 'limit') limit = event.sentence
      else await record(event, options)
    }
    await journal.settle()
    return { ending: { outcome: limit === null ? 'completed' : 'limited', notice: limit }, failure: null, cause: null }
  } catch (error) {
    if (signal.aborted) return { ending: stoppedEnding(signal.reason as StopReason), failure: null, cause: null } // always a `StopReason`
    return failedAnswer(error)
  }
}

type RecordedEvent = Exclude<AnalystEvent, { type: 'limit' }>

async function record(event: RecordedEvent, options: WriteOptions): Promise<void> {
  const { draft, journal } = options
  if (event.type === 'understanding') storeUnderstanding(draft, event.understanding)
  const drafted = await toDraftEvent(event, options)
  addToDraft(draft, drafted)
  await journal.add(drafted)
}

/** The event as the answer stores it: with what only the server knows, such as the id of an approval. */
async function toDraftEvent(
  event: RecordedEvent,
  { draft: { details }, propose, createActionId, elapsedMs, analyst }: WriteOptions,
): Promise<DraftEvent> {
  if (event.type === 'proposal') return { type: 'approval-requested', approval: await propose(event) }
  if (event.type === 'frontend-action') return { ...event, actionId: createActionId() }
  if (event.type !== 'usage') return translateEvent(event, details.understood)
  return {
    type: 'usage',
    model: event.model ?? analyst.model,
    inputTokens: event.inputTokens,
    outputTokens: event.outputTokens,
    costUsd: null,
    toolCalls: details.trace.tools.length,
    durationMs: elapsedMs(),
  }
}

/** Yields the analyst's events until the signal aborts, even if the analyst ignores the signal: a stop takes effect within milliseconds. */
async function* untilAborted<T>(events: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = events[Symbol.asyncIterator]()
  const aborted = Promise.withResolvers<never>()
  aborted.promise.catch(() => {})
  const abort = () => aborted.reject(new Error('The run was stopped'))
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  try {
    for (;;) {
      const next = await Promise.race([iterator.next(), aborted.promise])
      if (next.done === true) return
      yield next.value
    }
  } finally {
    signal.removeEventListener('abort', abort)
    // it ends in its own time, without anyone waiting for it
    void Promise.resolve(iterator.return?.()).catch(() => {})
  }
}

export function stoppedEnding(reason: StopReason): RunEnding {
  const endings: Record<StopReason, RunEnding> = {
    stopped: { outcome: 'cancelled', notice: 'You stopped this answer.' },
    left: { outcome: 'cancelled', notice: 'The answer was stopped because no one was reading it.' },
    time: { outcome: 'limited', notice: 'The answer exceeded the time limit. Ask for less at a time.' },
    closing: { outcome: 'cancelled', notice: 'The server stopped while it was writing this answer. Write it again.' },
  }
  return endings[reason]
}

function failedAnswer(error: unknown): WrittenAnswer {
  const isKnown = error instanceof AnalystError
  const title = isKnown ? error.message : 'The answer could not be written'
  return {
    ending: { outcome: 'failed', notice: title },
    failure: {
      problem: {
        type: 'about:blank',
        status: isKnown ? 503 : 500,
        code: isKnown ? `zeus.${error.code}` : 'zeus.failed',
        title: title.slice(0, 300),
        message: title.slice(0, 2000),
        detail: 'The text written so far is kept. Write the answer again.',
      },
      isRetryable: isKnown ? error.isRetryable : true,
      retryAfterMs: isKnown ? error.retryAfterMs : null,
    },
    cause: isKnown ? null : error,
  }
}
