import {
  type AnalystRequest,
  type AnswerDraft,
  type DraftEvent,
  emptyDraft,
  type SignalCollection,
} from '@auspex/analyst'
import type { AuspexClient } from '@auspex/sdk'
import type { AssistantEvent, ZeusReading } from '@auspex/sdk/types'
import type { Database } from '../../adapters/database/database.port.ts'
import { createUsageRepository, dayOf } from './budget.ts'
import { createConversationsRepository } from './conversations.repository.ts'
import { findCollections } from './find-collections.ts'
import type { LiveRun } from './live-runs.ts'
import { createMessagesRepository } from './messages.repository.ts'
import { proposeChange } from './propose-change.ts'
import type { Question } from './question.ts'
import { createJournal } from './run-journal.ts'
import { createRunEventsRepository, createRunsRepository } from './runs.repository.ts'
import { createThreadsRepository } from './threads.repository.ts'
import { writeAnswer, type WrittenAnswer } from './write-answer.ts'
import type { Person, RunDependencies } from './zeus.ports.ts'
import { eventRetentionMs, type RunEnding, type StoredRun } from './zeus.types.ts'

/** Maximum number of earlier messages sent to the analyst. */
const maxTurns = 40

/** The person who sent the message, and the client with whose permissions the run acts. */
export interface Requester extends Person {
  client: AuspexClient
  requestId: string
}

/** A question, the collections that it mentions, and its sender. */
export interface QuestionContext {
  question: Question
  collections: readonly SignalCollection[]
  asker: Requester
}

/** Writes the answer of a run and stores it. Never rejects. */
export async function writeRun(
  run: StoredRun,
  opened: LiveRun,
  context: QuestionContext,
  deps: RunDependencies,
): Promise<void> {
  const { database, analyst, limits, clock, createId, log } = deps
  const runEvents = createRunEventsRepository(database.kysely)
  const began = performance.now()
  const isResearch = run.model !== null && context.question.mode === 'research'
  const elapsedMs = () => Math.min(900_000, Math.round(performance.now() - began))
  const tooLong = setTimeout(
    () => opened.stop('time'),
    isResearch ? Math.max(limits.researchMs, limits.runMs) : limits.runMs,
  )
  const draft = emptyDraft(run.model)
  const journal = createJournal({
    runId: run.id,
    store: (events) => runEvents.append(run.id, events),
    publish: opened.publish,
  })
  try {
    await journal.add(startOf(run))
    const request = await buildRequest(run, context, deps)
    if (request.reading != null) draft.details.chosenReading = request.reading
    const written = await writeAnswer({
      analyst,
      request,
      client: context.asker.client,
      draft,
      journal,
      propose: (proposal) => proposeChange(proposal, run, deps),
      createActionId: () => createId('act'),
      signal: opened.signal,
      elapsedMs,
    })
    if (written.cause !== null) log.error({ err: written.cause, runId: run.id }, 'an answer could not be written')
    await journal.settle()
    draft.details.trace.durationMs = elapsedMs()
    const now = clock.now()
    const last = journal.close(endOf(written, { requestId: context.asker.requestId, draft, now }))
    if (await finishRun(database, { run, draft, ending: written.ending, events: last, now })) opened.publish(last)
  } catch (error) {
    // it could not be stored: the next process that reads the run finds it broken and settles it
    log.error({ err: error, runId: run.id }, 'a run could not be stored')
  } finally {
    clearTimeout(tooLong)
    opened.end()
    // not at the beginning, where it would delay the first words
    void runEvents.forgetEnded(new Date(clock.now().getTime() - eventRetentionMs)).catch(() => {})
  }
}

function startOf(run: StoredRun): DraftEvent {
  const { threadId, questionId, messageId, replaces, model, startedAt } = run
  return { type: 'run-start', threadId, questionId, messageId, replaces, model, startedAt: startedAt.toISOString() }
}

function endOf(
  { ending, failure }: WrittenAnswer,
  { requestId, draft, now }: { requestId: string; draft: AnswerDraft; now: Date },
): DraftEvent[] {
  const { model, inputTokens, outputTokens, costUsd, durationMs, tools } = draft.details.trace
  return [
    ...(failure === null
      ? []
      : [{ type: 'run-error' as const, ...failure, problem: { ...failure.problem, requestId } }]),
    { type: 'usage', model, inputTokens, outputTokens, costUsd, toolCalls: tools.length, durationMs },
    {
      type: 'run-end',
      ...ending,
      textLength: draft.content.length,
      citations: draft.details.citations.length,
      endedAt: now.toISOString(),
    },
  ]
}

/** Builds the analyst's request. The history comes from the server's storage only: a client cannot change it. */
async function buildRequest(
  run: StoredRun,
  { question, collections, asker }: QuestionContext,
  { database, clock }: RunDependencies,
): Promise<AnalystRequest> {
  const path = await createConversationsRepository(database.kysely).listAncestors(run.questionId)
  const questionMessage = path.at(-1)
  return {
    message: questionMessage?.content ?? '',
    instruction: question.instruction,
    mode: question.mode,
    reading: question.reading ?? (await findChosenReading(run, database)),
    history: path
      .slice(0, -1)
      .slice(-maxTurns)
      .map(({ role, content, details }) => ({
        role,
        content,
        understanding: details?.understood ?? null,
        citations: details?.citations ?? [],
        lookups: (details?.trace.tools ?? []).map(
          ({ operationId, arguments: text, summary }) => `${operationId} ${text}: ${summary}`,
        ),
      })),
    signalIds: question.request.signalIds,
    threadId: run.threadId,
    selectedMessages: question.selectedMessages,
    readables: question.readables,
    actions: question.actions,
    // a regenerated answer is about what its question mentioned, as far as it still exists
    collections:
      collections.length > 0
        ? collections
        : await findCollections(questionMessage?.mentions ?? [], asker.client).catch(() => []),
    today: dayOf(clock.now()),
  }
}

/** The reading that a person chose for an answer counts for its other versions too. */
async function findChosenReading(
  { replaces, userId }: StoredRun,
  { kysely }: RunDependencies['database'],
): Promise<ZeusReading | null> {
  if (replaces === null) return null
  const replaced = await createMessagesRepository(kysely).find(replaces, userId)
  return replaced?.details?.chosenReading ?? null
}

/**
 * Stores the answer, the last events and the end of the run in one transaction: a reader who sees that a run has ended finds its answer. Returns
 * whether it ended now; if another process ended it first, nothing of this one is stored.
 */
export async function finishRun(
  { kysely }: Database,
  {
    run,
    draft,
    ending,
    events,
    now,
  }: { run: StoredRun; draft: AnswerDraft; ending: RunEnding; events: readonly AssistantEvent[]; now: Date },
): Promise<boolean> {
  return kysely.transaction().execute(async (trx) => {
    const thread = await createThreadsRepository(trx).lock(run.threadId, run.userId)
    const runs = createRunsRepository(trx)
    if (thread === null || !(await runs.end(run.id, ending, now))) return false
    await createRunEventsRepository(trx).append(run.id, events)
    const messages = createMessagesRepository(trx)
    const isWhole = ending.outcome === 'completed'
    // a failed attempt at another version leaves no trace
    if (run.replaces === null || isWhole || draft.content !== '') {
      await messages.insert({
        id: run.messageId,
        threadId: run.threadId,
        parentId: run.questionId,
        role: 'assistant',
        content: draft.content,
        state: isWhole ? 'complete' : ending.outcome === 'failed' ? 'failed' : 'partial',
        runId: run.id,
        // the old answer stays visible until the new one is complete; one that ended at a limit is all there will be
        isSelected: run.replaces === null || isWhole || ending.outcome === 'limited',
        details: draft.details,
        mentions: [],
        rating: null,
        createdAt: await messages.nextTime(run.threadId, now),
      })
    }
    await createThreadsRepository(trx).update({ ...thread, updatedAt: now })
    const { inputTokens, outputTokens, costUsd } = draft.details.trace
    await createUsageRepository(trx).add(run.userId, dayOf(run.startedAt), {
      runs: 0,
      inputTokens,
      outputTokens,
      costUsd,
    })
    return true
  })
}
