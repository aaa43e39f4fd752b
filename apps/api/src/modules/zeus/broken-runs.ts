import type { AssistantEvent } from '@auspex/sdk/types'
import type { Database } from '../../adapters/database/database.port.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Logger } from '../../kernel/logger.ts'
import { addToDraft, emptyDraft } from './answer-draft.ts'
import { finishRun } from './finish-run.ts'
import { createRunsRepository } from './runs.repository.ts'
import type { RunEnding, StoredRun } from './zeus.types.ts'

/** A live process updates its runs every few seconds. */
const aliveMs = 15_000

const ending: RunEnding = {
  outcome: 'failed',
  notice: 'The server was interrupted while it wrote this answer. Have it written again.',
}

export type BrokenRuns = ReturnType<typeof createBrokenRuns>

/** Runs whose process is gone: whichever process finds one ends it, with the text that was sent. */
export function createBrokenRuns({
  database,
  clock,
  log,
  isLive,
}: {
  database: Database
  clock: Clock
  log: Logger
  isLive: (id: string) => boolean
}) {
  const runs = createRunsRepository(database.kysely)

  function isBroken(run: StoredRun): boolean {
    if (run.state !== 'running' || isLive(run.id)) return false
    // only this process writes to the embedded engine
    return database.engine === 'embedded' || clock.now().getTime() - run.aliveAt.getTime() > aliveMs
  }

  async function end(run: StoredRun): Promise<void> {
    const draft = emptyDraft(run.model)
    let last = 0
    for (;;) {
      const events = await runs.listEvents(run.id, last)
      for (const event of events) addToDraft(draft, event)
      if (events.length === 0) break
      last = events.at(-1)?.sequence ?? last
    }
    const now = clock.now()
    const events: AssistantEvent[] = [
      {
        type: 'run-error',
        runId: run.id,
        sequence: last + 1,
        problem: {
          type: 'about:blank',
          status: 503,
          code: 'zeus.interrupted',
          title: 'The server was interrupted while it wrote this answer',
          detail: 'What was written so far stays. Have it written again.',
          requestId: run.id,
        },
        isRetryable: true,
        retryAfterMs: null,
      },
      {
        type: 'run-end',
        runId: run.id,
        sequence: last + 2,
        ...ending,
        textLength: draft.content.length,
        citations: draft.details.citations.length,
        endedAt: now.toISOString(),
      },
    ]
    if (await finishRun(database, { run, draft, ending, events, now }))
      log.warn({ runId: run.id }, 'a run was found broken off and ended')
  }

  return {
    /** Ends the run if its process is gone; returns whether it did. */
    async settleRun(run: StoredRun): Promise<boolean> {
      if (!isBroken(run)) return false
      await end(run)
      return true
    },
    /** The same for all runs of a person, or of everyone: a run that no process writes must not count against a limit. */
    async settleOf(userId: string | null): Promise<void> {
      for (const run of await runs.listWriting(userId)) if (isBroken(run)) await end(run)
    },
    /** The same for all runs that write to these threads. */
    async settle(threadIds: readonly string[]): Promise<void> {
      for (const run of (await runs.findWriting(threadIds)).values()) if (isBroken(run)) await end(run)
    },
  }
}
