import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { FileBody } from '../../http/file-body.ts'
import type { Handlers, RequestContext } from '../../http/handlers.ts'
import { CodedError } from '../../kernel/errors.ts'
import { toPageRequest } from '../../kernel/page.ts'
import { dayOf, presentBudget } from './budget.ts'
import { decideApproval } from './decide-approval.ts'
import { ensureReached, followRun, placeOfEvent } from './follow-run.ts'
import type { Asker, Question, RunUsecases } from './runs.usecases.ts'
import { summarizeThread } from './summarize-thread.ts'
import type { ThreadUsecases } from './threads.usecases.ts'
import { createUsageRepository } from './usage.repository.ts'
import type { ZeusDependencies } from './zeus.ports.ts'
import type { StoredRun } from './zeus.types.ts'

export type ZeusOperations = ReturnType<typeof createZeusOperations>

/** A stream must not be cached, nor buffered by a proxy. */
const streamHeaders = { 'x-accel-buffering': 'no' }

export function createZeusOperations(runs: RunUsecases, threads: ThreadUsecases, dependencies: ZeusDependencies) {
  const { database, clock, limits } = dependencies

  /** The events of a run after a position, as a response body. */
  async function stream(run: StoredRun, after: number, { signal }: RequestContext) {
    await ensureReached(run, after, runs)
    const events = Readable.from(followRun(run, { after, signal, usecases: runs }))
    return {
      status: 200 as const,
      body: new FileBody({ mediaType: 'text/event-stream', stream: events }),
      headers: streamHeaders,
    }
  }

  /** A new run, or the one that the request continues after one of its events. */
  async function beginOrResume(question: Question, lastEventId: string | undefined, context: RequestContext) {
    if (lastEventId === undefined) return stream((await runs.begin(question, askerOf(context))).run, 0, context)
    const { runId, after } = placeOfEvent(lastEventId)
    return stream(await runs.resume(runId, question.fingerprint, context.actor.userId), after, context)
  }

  return {
    listZeusThreads: async ({ query }, { actor }) => ({
      status: 200,
      body: await threads.list(
        actor.userId,
        { id: query.id ?? null, searchTerm: query.searchTerm?.trim() || null, messages: query.messages ?? 200 },
        toPageRequest(query),
      ),
    }),

    updateZeusThread: async ({ path: { threadId }, body }, { actor }) => ({
      status: 200,
      body: await threads.update(threadId, body, actor.userId),
    }),

    deleteZeusChat: async ({ body: { threadId } }, { actor }) => {
      await threads.remove(threadId, actor.userId)
      return { status: 200, body: { id: threadId, deleted: true } }
    },

    selectZeusMessage: async ({ path: { messageId } }, { actor }) => ({
      status: 200,
      body: await threads.select(messageId, actor.userId),
    }),

    rateZeusMessage: async ({ path: { messageId }, body: { rating, comment } }, { actor }) => ({
      status: 200,
      body: await threads.rate(messageId, { rating, comment }, actor.userId),
    }),

    getZeusThreadSummary: async ({ body: { threadId } }, { actor }) => ({
      status: 200,
      body: summarizeThread(threadId, await threads.readPath(threadId, actor.userId), clock.now()),
    }),

    getZeusBudget: async (_input, { actor }) => {
      const now = clock.now()
      const usage = await createUsageRepository(database.kysely).find(actor.userId, dayOf(now))
      return { status: 200, body: presentBudget(usage, limits, now) }
    },

    getZeusReply: async ({ body }, context) => {
      const live = await runs.begin(toQuestion(body), askerOf(context))
      const detach = live.attach()
      context.signal.addEventListener('abort', detach)
      try {
        await live.ended
      } finally {
        detach()
      }
      const { userId } = context.actor
      const message = await threads.readMessage(live.run.messageId, userId)
      if (message.state === 'failed') throw replyFailed(live.events)
      const { model = null, inputTokens = null, outputTokens = null, durationMs = 0, tools = [] } = message.trace ?? {}
      const used = { model, inputTokens, outputTokens, durationMs, toolCalls: tools.length }
      return { status: 200, body: { threadId: live.run.threadId, message, ...used } }
    },

    streamZeusReply: ({ body, headers }, context) => beginOrResume(toQuestion(body), headers['last-event-id'], context),

    regenerateZeusReply: ({ body, headers }, context) => {
      const { threadId, messageId, signalIds = [], instruction, selectedMessages = [], frontendActions = [] } = body
      const question: Question = {
        request: { kind: 'regeneration', threadId, messageId, signalIds },
        fingerprint: fingerprintOf('regeneration', body),
        instruction,
        reportId: null,
        selectedMessages,
        readables: [],
        actions: frontendActions,
      }
      return beginOrResume(question, headers['last-event-id'], context)
    },

    followZeusRun: async ({ path: { runId }, headers }, context) => {
      const run = await runs.findReadable(runId, context.actor.userId)
      const last = headers['last-event-id']
      return stream(
        run,
        last !== undefined && placeOfEvent(last).runId === runId ? placeOfEvent(last).after : 0,
        context,
      )
    },

    stopZeusRun: async ({ path: { runId } }, { actor }) => {
      const { threadId, messageId, replaces, state } = await runs.stop(runId, actor.userId)
      // a failed attempt at another version left the old answer
      const message = await threads.readMessage(
        await threads.firstOf([messageId, replaces], actor.userId),
        actor.userId,
      )
      return { status: 200, body: { runId, threadId, outcome: state === 'running' ? 'cancelled' : state, message } }
    },

    decideZeusApproval: async ({ path: { approvalId }, body }, context) => ({
      status: 200,
      body: await decideApproval(
        {
          approvalId,
          ...body,
          userId: context.actor.userId,
          client: context.client,
          signal: AbortSignal.timeout(60_000),
        },
        dependencies,
      ),
    }),
  } satisfies Partial<Handlers>
}

function askerOf({ actor, client, requestId }: RequestContext): Asker {
  return { userId: actor.userId, organizationId: actor.organizationId, client, requestId }
}

/** A client that requests a whole answer has no screen that takes part in it. */
type QuestionBody = Parameters<Handlers['getZeusReply']>[0]['body'] &
  Partial<Pick<Parameters<Handlers['streamZeusReply']>[0]['body'], 'readables' | 'frontendActions'>>

function toQuestion(body: QuestionBody): Question {
  const { threadId, message, replacesMessageId = null, reportId, selectedMessages = [] } = body
  const { mentions = [], readables = [], frontendActions: actions = [] } = body
  const mentioned = mentions.flatMap(({ kind, id }) => (kind === 'signal' ? [id] : []))
  const signalIds = [...new Set([...mentioned, ...(body.signalIds ?? [])])]
  return {
    request: { kind: 'question', threadId, message, edits: replacesMessageId, signalIds, mentions },
    fingerprint: fingerprintOf('question', body),
    instruction: null,
    reportId,
    selectedMessages,
    readables,
    actions,
  }
}

/** Equal for equivalent requests: the contract has already filled in the defaults. */
function fingerprintOf(kind: string, body: object): Buffer {
  const sorted = Object.entries(body).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([kind, sorted]))
    .digest()
}

/** The run's own failure, for a client that requested the whole answer. */
function replyFailed(events: readonly { type: string }[]): CodedError {
  const error = events.find((event) => event.type === 'run-error') as
    | { problem: { code: string; title: string; detail?: string }; retryAfterMs: number | null }
    | undefined
  return new CodedError({
    kind: 'unavailable',
    code: error?.problem.code ?? 'zeus.failed',
    title: error?.problem.title ?? 'The answer could not be written',
    detail: error?.problem.detail ?? 'Have it written again.',
    ...(error?.retryAfterMs != null && { retryAfterSeconds: Math.ceil(error.retryAfterMs / 1000) }),
  })
}
