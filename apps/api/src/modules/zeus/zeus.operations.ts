import type { Handlers, RequestContext } from '../../http/handlers.ts'
import type { Requester } from './write-run.ts'
import type { Person, RunDependencies } from './zeus.ports.ts'
import type { StoredRun } from './zeus.types.ts'
import { type AuspexClient, AuspexError } from '@auspex/sdk'
import type { Approval, ApprovalDecision, ZeusReply } from '@auspex/sdk/types'
import { describeError, tools as catalogue } from '@auspex/tools'
import { Readable } from 'node:stream'
import { FileBody } from '../../http/body-parsers.ts'
import { CodedError } from '../../kernel/errors.ts'
import { toPageRequest } from '../../kernel/page.ts'
import { createApprovalsRepository } from './approvals.repository.ts'
import { readBudget } from './budget.ts'
import { ensurePositionReached, followRun, positionOfEvent } from './follow-run.ts'
import { presentApproval } from './present-thread.ts'
import { isSignature, signChange } from './propose-change.ts'
import { type Question, toQuestion, toRegeneration } from './question.ts'
import { createRunsRepository } from './runs.repository.ts'
import { findReadableRun, resumeRun, startRun, stopRun } from './runs.usecases.ts'
import { summarizeThread } from './summarize-thread.ts'
import {
  deleteThread,
  listConversation,
  listThreads,
  rateMessage,
  readFirstMessage,
  readMessage,
  selectMessage,
  updateThread,
} from './threads.usecases.ts'
import { createThreadReport } from './write-report.ts'
import { approvalDecided, approvalExpired, approvalForged, approvalNotFound } from './zeus.errors.ts'

export type ZeusOperations = ReturnType<typeof createZeusOperations>

/** A stream must not be cached, nor buffered by a proxy. */
const streamHeaders = { 'x-accel-buffering': 'no' }

/** The operations of conversations with Zeus; each reaches only the caller's own. */
export function createZeusOperations(deps: RunDependencies) {
  return {
    listZeusThreads: async ({ query }, { actor }) => {
      const { id = null, messages } = query
      const filter = { id, searchTerm: query.searchTerm?.trim() || null, messages, page: toPageRequest(query) }
      return { status: 200, body: await listThreads(filter, actor, deps) }
    },

    updateZeusThread: async ({ path: { threadId }, body }, { actor }) => ({
      status: 200,
      body: await updateThread({ ...body, id: threadId }, actor, deps),
    }),

    deleteZeusChat: async ({ body: { threadId } }, { actor }) => {
      await deleteThread(threadId, actor, deps)
      return { status: 200, body: { id: threadId, deleted: true } }
    },

    selectZeusMessage: async ({ path: { messageId } }, { actor }) => ({
      status: 200,
      body: await selectMessage(messageId, actor, deps),
    }),

    rateZeusMessage: async ({ path: { messageId }, body: { rating, comment } }, { actor }) => ({
      status: 200,
      body: await rateMessage({ id: messageId, rating, comment }, actor, deps),
    }),

    getZeusThreadSummary: async ({ body: { threadId } }, { actor }) => ({
      status: 200,
      body: summarizeThread(threadId, await listConversation(threadId, actor, deps), deps.clock.now()),
    }),

    createZeusThreadReport: async ({ path: { threadId }, body: { messageId } }, { actor, client, signal }) => ({
      status: 200,
      body: await createThreadReport({ threadId, messageId, client, signal }, actor, deps),
    }),

    getZeusBudget: async (_input, { actor }) => ({ status: 200, body: await readBudget(actor, deps) }),

    getZeusReply: async ({ body }, context) => ({
      status: 200,
      body: await readReply({ question: toQuestion(body), signal: context.signal }, askerOf(context), deps),
    }),

    streamZeusReply: ({ body, headers }, context) =>
      startOrResume(toQuestion(body), { lastEventId: headers['last-event-id'], context }, deps),

    regenerateZeusReply: ({ body, headers }, context) =>
      startOrResume(toRegeneration(body), { lastEventId: headers['last-event-id'], context }, deps),

    followZeusRun: async ({ path: { runId }, headers }, context) => {
      const run = await findReadableRun(runId, context.actor, deps)
      const last = headers['last-event-id']
      const position = last === undefined ? null : positionOfEvent(last)
      return streamRun(run, { after: position?.runId === runId ? position.after : 0, context }, deps)
    },

    stopZeusRun: async ({ path: { runId } }, { actor }) => {
      const { threadId, messageId, replaces, state } = await stopRun(runId, actor, deps)
      // a failed attempt at another version left the old answer
      const message = await readFirstMessage([messageId, replaces], actor, deps)
      return { status: 200, body: { runId, threadId, outcome: state === 'running' ? 'cancelled' : state, message } }
    },

    decideZeusApproval: async ({ path: { approvalId }, body }, { actor, client }) => ({
      status: 200,
      body: await decideApproval({ approvalId, ...body, client, signal: AbortSignal.timeout(60_000) }, actor, deps),
    }),
  } satisfies Partial<Handlers>
}

/** A new run, or the one that the request continues after one of its events. */
async function startOrResume(
  question: Question,
  { lastEventId, context }: { lastEventId: string | undefined; context: RequestContext },
  deps: RunDependencies,
) {
  if (lastEventId === undefined) {
    const { run: started } = await startRun(question, askerOf(context), deps)
    return streamRun(started, { after: 0, context }, deps)
  }
  const { runId, after } = positionOfEvent(lastEventId)
  const run = await resumeRun({ id: runId, fingerprint: question.fingerprint }, context.actor, deps)
  return streamRun(run, { after, context }, deps)
}

/** The events of a run after a position, as a response body. */
async function streamRun(
  run: StoredRun,
  { after, context }: { after: number; context: RequestContext },
  deps: RunDependencies,
) {
  await ensurePositionReached(run, after, deps)
  const events = Readable.from(followRun(run, { after, signal: context.signal }, deps))
  return {
    status: 200 as const,
    body: new FileBody({ mediaType: 'text/event-stream', stream: events }),
    headers: streamHeaders,
  }
}

function askerOf({ actor, client, requestId }: RequestContext): Requester {
  return { userId: actor.userId, organizationId: actor.organizationId, client, requestId }
}

interface DecideOptions extends ApprovalDecision {
  approvalId: string
  client: AuspexClient
  signal: AbortSignal
}

/**
 * Applies or refuses a proposed change. The proposal is the server's own copy: from the request it takes only the decision and the signature, which
 * proves which proposal the person saw. Concurrent decisions take effect once.
 */
async function decideApproval(
  { approvalId, decision, signature, client, signal }: DecideOptions,
  { userId }: Person,
  { database, clock }: RunDependencies,
): Promise<Approval> {
  const approvals = createApprovalsRepository(database.kysely)
  const stored = await approvals.find(approvalId, userId)
  if (stored === null) throw approvalNotFound()
  const { approval, tool: name } = stored
  const run = await createRunsRepository(database.kysely).findByMessage(stored.messageId, userId)
  if (run === null) throw approvalNotFound()
  if (!isSignature(signature, signChange(run.approvalKey, { ...approval, tool: name }))) throw approvalForged()
  if (stored.state !== 'pending') throw approvalDecided()
  if (clock.now() >= stored.expiresAt) throw approvalExpired()
  if (!(await approvals.begin(approvalId))) throw approvalDecided()

  const settle = async (state: 'approved' | 'refused' | 'failed', more: Partial<Approval> = {}): Promise<Approval> => {
    const settled: Approval = { ...approval, ...more, state, decidedAt: clock.now().toISOString() }
    await approvals.settle(approvalId, state, settled)
    return presentApproval({ ...stored, state, approval: settled }, clock.now())
  }
  if (decision === 'refuse') return settle('refused')
  const tool = catalogue.find((each) => each.name === name && each.writes)
  if (tool === undefined) return settle('failed', { result: `The tool ${name} no longer exists. Nothing was changed.` })
  try {
    await tool.run(JSON.parse(approval.arguments), { client, signal })
    return await settle('approved', { result: `Done: ${approval.title}`.slice(0, 2000) })
  } catch (error) {
    const problem = error instanceof AuspexError ? (error.problem ?? null) : null
    return settle('failed', { result: describeError(error, tool).slice(0, 2000), problem })
  }
}

/** Asks a question and resolves with the whole answer. Throws the run's own failure. */
async function readReply(
  { question, signal }: { question: Question; signal: AbortSignal },
  asker: Requester,
  deps: RunDependencies,
): Promise<ZeusReply> {
  const live = await startRun(question, asker, deps)
  const detach = live.attach()
  signal.addEventListener('abort', detach)
  try {
    await live.ended
  } finally {
    detach()
  }
  const message = await readMessage(live.run.messageId, asker, deps)
  if (message.state === 'failed') throw replyFailed(live.events)
  const { model = null, inputTokens = null, outputTokens = null, durationMs = 0, tools = [] } = message.trace ?? {}
  const used = { model, inputTokens, outputTokens, durationMs, toolCalls: tools.length }
  return { threadId: live.run.threadId, message, ...used }
}

function replyFailed(events: readonly { type: string }[]): CodedError {
  const error = events.find((event) => event.type === 'run-error') as
    | { problem: { code: string; title: string; detail?: string }; retryAfterMs: number | null }
    | undefined
  return new CodedError({
    kind: 'unavailable',
    code: error?.problem.code ?? 'zeus.failed',
    title: error?.problem.title ?? 'The answer could not be written',
    detail: error?.problem.detail ?? 'Write it again.',
    ...(error?.retryAfterMs != null && { retryAfterSeconds: Math.ceil(error.retryAfterMs / 1000) }),
  })
}
