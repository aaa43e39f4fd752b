import { setTimeout as delay } from 'node:timers/promises'
import type { AssistantEvent } from '@auspex/sdk/types'
import type { LiveRun } from './live-runs.ts'
import { endIfBroken } from './broken-runs.ts'
import type { RunDependencies } from './zeus.ports.ts'
import { createRunEventsRepository, createRunsRepository } from './runs.repository.ts'
import { runNotFound } from './zeus.errors.ts'
import type { StoredRun } from './zeus.types.ts'

/** Interval of the comments that keep an idle connection open. */
const commentMs = 15_000

/** How often a reader polls for events of another process. */
const pollMs = 150

/** The position after which a stream continues: `run_….12` is 12. */
export function positionOfEvent(lastEventId: string): { runId: string; after: number } {
  const dot = lastEventId.lastIndexOf('.')
  return { runId: lastEventId.slice(0, dot), after: Number(lastEventId.slice(dot + 1)) }
}

/** Throws `zeus.run_not_found` for a position that the run has not reached: this server did not issue it. */
export async function ensurePositionReached(
  run: StoredRun,
  after: number,
  { live, database }: RunDependencies,
): Promise<void> {
  if (after === 0) return
  const localRun = live.find(run.id)
  const isReached =
    localRun === undefined
      ? await createRunEventsRepository(database.kysely).has(run.id, after)
      : localRun.events.length >= after
  if (!isReached) throw runNotFound()
}

/**
 * The events of a run after a position as server-sent events (WHATWG HTML, 9.2), until the run ends or the signal aborts. Read from memory when this
 * process writes the run, otherwise from the database.
 */
export async function* followRun(
  run: StoredRun,
  { after, signal }: { after: number; signal: AbortSignal },
  deps: RunDependencies,
): AsyncGenerator<string> {
  const localRun = deps.live.find(run.id)
  if (localRun !== undefined) yield* followHere(localRun, after, signal)
  else yield* followElsewhere(run, { after, signal }, deps)
}

async function* followHere(run: LiveRun, after: number, signal: AbortSignal): AsyncGenerator<string> {
  const detach = run.attach()
  try {
    let position = after
    while (!signal.aborted) {
      if (position < run.events.length) {
        const events = run.events.slice(position)
        position = run.events.length
        yield events.map(writeEvent).join('')
        continue
      }
      if (run.isEnded) return
      const idle = AbortSignal.timeout(commentMs)
      await run.more(AbortSignal.any([signal, idle]))
      if (idle.aborted) yield ': still here\n\n'
    }
  } finally {
    detach()
  }
}

async function* followElsewhere(
  run: StoredRun,
  { after, signal }: { after: number; signal: AbortSignal },
  deps: RunDependencies,
): AsyncGenerator<string> {
  const runs = createRunsRepository(deps.database.kysely)
  const stored = createRunEventsRepository(deps.database.kysely)
  let position = after
  let quietMs = 0
  while (!signal.aborted) {
    const now = await runs.find(run.id, run.userId)
    if (now === null) return
    if (await endIfBroken(now, deps)) continue
    const events = await stored.list(run.id, position)
    if (events.length > 0) {
      position = events.at(-1)?.sequence ?? position
      quietMs = 0
      yield events.map(writeEvent).join('')
    } else if (now.state !== 'running') return
    else {
      await runs.markRead(run.id)
      await delay(pollMs, undefined, { signal }).catch(() => {})
      quietMs += pollMs
      if (quietMs >= commentMs) {
        quietMs = 0
        yield ': still here\n\n'
      }
    }
  }
}

function writeEvent(event: AssistantEvent): string {
  return `id: ${event.runId}.${event.sequence}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
}
