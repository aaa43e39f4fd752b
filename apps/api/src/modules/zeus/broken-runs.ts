import type { AssistantEvent } from '@auspex/sdk/types'
import { addToDraft, emptyDraft } from '@auspex/analyst'
import { finishRun } from './write-run.ts'
import type { RunDependencies } from './zeus.ports.ts'
import { createRunEventsRepository, createRunsRepository } from './runs.repository.ts'
import type { RunEnding, StoredRun } from './zeus.types.ts'

/** A live process updates its runs every few seconds. */
const aliveMs = 15_000

const ending: RunEnding = {
  outcome: 'failed',
  notice: 'The server was interrupted while it was writing this answer. Write it again.',
}

/** Ends a run whose process died, with the text sent so far. Any process may do this; returns whether this one did. */
export async function endIfBroken(run: StoredRun, deps: RunDependencies): Promise<boolean> {
  if (!isBroken(run, deps)) return false
  await endBroken(run, deps)
  return true
}

/** The same for all runs of a person, or of everyone: a run that no process writes must not count against a limit. */
export async function endBrokenRunsOf(userId: string | null, deps: RunDependencies): Promise<void> {
  const runs = createRunsRepository(deps.database.kysely)
  for (const run of await runs.listWriting(userId)) await endIfBroken(run, deps)
}

/** The same for all runs that write to these threads. */
export async function endBrokenRunsIn(threadIds: readonly string[], deps: RunDependencies): Promise<void> {
  const runs = createRunsRepository(deps.database.kysely)
  for (const run of (await runs.findWriting(threadIds)).values()) await endIfBroken(run, deps)
}

function isBroken(run: StoredRun, { database, live, clock }: RunDependencies): boolean {
  if (run.state !== 'running' || live.find(run.id) !== undefined) return false
  // only this process writes to the embedded engine
  return database.engine === 'embedded' || clock.now().getTime() - run.aliveAt.getTime() > aliveMs
}

async function endBroken(run: StoredRun, { database, clock, log }: RunDependencies): Promise<void> {
  const stored = createRunEventsRepository(database.kysely)
  const draft = emptyDraft(run.model)
  let last = 0
  for (;;) {
    const events = await stored.list(run.id, last)
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
        detail: 'The text written so far is kept. Write the answer again.',
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
    log.warn({ runId: run.id }, 'an interrupted run was ended')
}
