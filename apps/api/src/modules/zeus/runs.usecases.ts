import { currentWork, runAs } from '../../kernel/work.ts'
import { beginRun } from './begin-run.ts'
import { endBrokenRunsOf } from './broken-runs.ts'
import { createUsageRepository, dayOf, ensureBudget } from './budget.ts'
import { findCollections } from './find-collections.ts'
import type { LiveRun } from './live-runs.ts'
import type { Question } from './question.ts'
import { createRunsRepository } from './runs.repository.ts'
import { isReadElsewhere, stopElsewhere } from './watch-runs.ts'
import { type Requester, writeRun } from './write-run.ts'
import { differentRequest, reportNotFound, runNotFound, tooManyAtOnce } from './zeus.errors.ts'
import type { Person, RunDependencies } from './zeus.ports.ts'
import { eventRetentionMs, type StoredRun } from './zeus.types.ts'

/**
 * Begins a run, an answer being written, and returns once it is stored. The run continues in the background, whether or not anyone reads it.
 */
export async function startRun(
  question: Question,
  asker: Requester,
  deps: RunDependencies,
): Promise<LiveRun & { run: StoredRun }> {
  const { database, clock, createId, analyst, limits, live, watch, findSignal, hasReport } = deps
  const { request, fingerprint, reportId } = question
  for (const id of request.signalIds) await findSignal(id)
  if (reportId !== null && !(await hasReport(reportId, asker))) throw reportNotFound()
  const collections = await findCollections(request.kind === 'question' ? request.mentions : [], asker.client)
  const { userId } = asker
  await endBrokenRunsOf(userId, deps)
  const now = clock.now()
  let startedRun: LiveRun | null = null
  const store = database.kysely.transaction().execute(async (trx) => {
    const usage = createUsageRepository(trx)
    // counted before the check, so that only one of two concurrent requests passes
    await usage.add(userId, dayOf(now), { runs: 1, inputTokens: null, outputTokens: null, costUsd: null })
    const used = await usage.find(userId, dayOf(now))
    ensureBudget({ ...used, runs: used.runs - 1 }, limits, now)
    if ((await createRunsRepository(trx).countWriting(userId)) >= limits.runsAtOnce)
      throw tooManyAtOnce(limits.runsAtOnce)
    const run = await beginRun(trx, { request, userId, model: analyst.model, fingerprint, now, createId })
    // before it is stored: a process that sees it in the database must not take it for abandoned
    const opened = live.open(run.id)
    startedRun = opened
    return { run, opened }
  })
  const { run, opened } = await store.catch((error: unknown) => {
    startedRun?.end()
    throw error
  })
  watch.begin()
  void runAs({ owner: userId, signal: opened.signal, tenant: currentWork().tenant }, () =>
    writeRun(run, opened, { question, collections, asker }, deps),
  )
  return Object.assign(opened, { run })
}

/** A run of the person that can still be read. Throws `zeus.run_not_found`. */
export async function findReadableRun(
  id: string,
  { userId }: Person,
  { database, clock }: RunDependencies,
): Promise<StoredRun> {
  const run = await createRunsRepository(database.kysely).find(id, userId)
  if (run === null || (run.endedAt !== null && clock.now().getTime() - run.endedAt.getTime() > eventRetentionMs))
    throw runNotFound()
  return run
}

/** The run that a request with `Last-Event-ID` continues. Throws `zeus.run_not_found` and `zeus.other_request`. */
export async function resumeRun(
  { id, fingerprint }: { id: string; fingerprint: Buffer },
  person: Person,
  deps: RunDependencies,
): Promise<StoredRun> {
  const run = await findReadableRun(id, person, deps)
  if (!run.fingerprint.equals(fingerprint)) throw differentRequest()
  return run
}

/** Stops a run in whichever process writes it and resolves when it has ended. Throws `zeus.run_not_found`. */
export async function stopRun(id: string, { userId }: Person, deps: RunDependencies): Promise<StoredRun> {
  const runs = createRunsRepository(deps.database.kysely)
  const run = await runs.find(id, userId)
  if (run === null) throw runNotFound()
  const localRun = deps.live.find(id)
  localRun?.stop('stopped')
  if (localRun !== undefined) await localRun.ended
  else if (run.state === 'running') await stopElsewhere(run, deps)
  return (await runs.find(id, userId)) ?? run
}

/** A run without readers continues for a while: its reader may only have lost the connection. */
export function stopWhenUnread(run: LiveRun, deps: RunDependencies): void {
  setTimeout(() => void abandon(run, deps), deps.limits.abandonedRunMs).unref()
}

async function abandon(run: LiveRun, deps: RunDependencies): Promise<void> {
  const isRead = await isReadElsewhere(run.id, deps)
  if (run.readers > 0 || run.isEnded) return
  if (isRead) stopWhenUnread(run, deps)
  else run.stop('left')
}

/** Ends the runs of this process; partial answers are stored. */
export async function closeRuns({ live, watch }: RunDependencies): Promise<void> {
  for (const run of live.list()) run.stop('closing')
  await Promise.all(live.list().map(({ ended }) => ended))
  watch.end()
}
