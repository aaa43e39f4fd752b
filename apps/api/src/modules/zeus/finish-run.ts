import type { AssistantEvent } from '@auspex/sdk/types'
import type { Database } from '../../adapters/database/database.port.ts'
import type { AnswerDraft } from '@auspex/analyst'
import { dayOf } from './budget.ts'
import { createMessagesRepository } from './messages.repository.ts'
import { createRunEventsRepository } from './run-events.repository.ts'
import { createRunsRepository } from './runs.repository.ts'
import { createThreadsRepository } from './threads.repository.ts'
import { createUsageRepository } from './usage.repository.ts'
import type { RunEnding, StoredRun } from './zeus.types.ts'

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
