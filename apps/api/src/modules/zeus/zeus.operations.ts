import { Readable } from 'node:stream'
import { FileBody } from '../../http/file-body.ts'
import type { Handlers, RequestContext } from '../../http/handlers.ts'
import { toPageRequest } from '../../kernel/page.ts'
import { readBudget } from './budget.ts'
import { decideApproval } from './decide-approval.ts'
import { ensurePositionReached, followRun, positionOfEvent } from './follow-run.ts'
import { type Question, toQuestion, toRegeneration } from './question.ts'
import { readReply } from './read-reply.ts'
import type { RunDependencies } from './run-dependencies.ts'
import { findReadableRun, resumeRun, startRun, stopRun } from './runs.usecases.ts'
import { summarizeThread } from './summarize-thread.ts'
import {
  deleteThread,
  listConversation,
  listThreads,
  rateMessage,
  readFirstMessage,
  selectMessage,
  updateThread,
} from './threads.usecases.ts'
import type { Requester } from './write-run.ts'
import type { StoredRun } from './zeus.types.ts'

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
