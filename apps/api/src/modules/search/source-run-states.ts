import type { SourceKey, SourceRun } from '@auspex/sdk/types'
import type { SourceRun as FetchedRun } from '@auspex/sources'

/** A source that a search has not queried yet. */
export function pendingRun({ key, label }: { key: SourceKey; label: string }): SourceRun {
  return {
    source: key,
    label,
    status: 'pending',
    reason: null,
    nativeQuery: null,
    notHonoured: [],
    requests: 0,
    documentsSeen: 0,
    documentsStored: 0,
    complete: false,
    startedAt: null,
    durationMs: null,
    retryAfterMs: null,
  }
}

export function startedRun(run: SourceRun, at: Date): SourceRun {
  return { ...run, status: 'running', startedAt: at.toISOString() }
}

/** A run that ended with the connector's own result. */
export function answeredRun(
  run: SourceRun,
  {
    fetched,
    stored,
    removed = 0,
    undatable = 0,
    at,
  }: { fetched: FetchedRun; stored: number; removed?: number; undatable?: number; at: Date },
): SourceRun {
  return {
    ...run,
    status: fetched.status,
    reason: shorten(withUndatable(withRemoved(fetched.reason, removed), undatable), 500),
    nativeQuery: shorten(fetched.nativeQuery, 2000),
    notHonoured: fetched.notHonoured.slice(0, 20).map((part) => part.slice(0, 300)),
    requests: fetched.requests,
    documentsSeen: fetched.documentsSeen,
    documentsStored: stored,
    complete: fetched.complete,
    durationMs: durationOf(run, at),
    retryAfterMs: fetched.retryAfterMs,
  }
}

/** Explains why a source was left out of a search. */
export function describeOutage(since: Date, now: Date): string {
  const [day, time] = [since.toISOString().slice(0, 10), since.toISOString().slice(11, 16)]
  const moment = day === now.toISOString().slice(0, 10) ? time : `${day} ${time}`
  return `Could not be reached since ${moment} UTC. It is tried again in the background, and searches ask it as soon as it answers.`
}

function withRemoved(reason: string | null, removed: number): string | null {
  if (removed === 0) return reason
  const sentence = `${removed} stored ${removed === 1 ? 'document was' : 'documents were'} deleted there, and so here.`
  return reason === null ? sentence : `${reason} ${sentence}`
}

function withUndatable(reason: string | null, undatable: number): string | null {
  if (undatable === 0) return reason
  const note = `${undatable} ${undatable === 1 ? 'document was' : 'documents were'} left out: dated before 1990 or in the future.`
  return reason === null ? note : `${reason} ${note}`
}

/** A run that ended without an answer: no search waits any more, its time was up, or the connector broke. */
export function endedRun(
  run: SourceRun,
  { status, reason, at }: { status: SourceRun['status']; reason: string; at: Date },
): SourceRun {
  return { ...run, status, reason: shorten(reason, 500), complete: false, durationMs: durationOf(run, at) }
}

/** A run whose search was cancelled before the source answered. */
export function cancelledRun(run: SourceRun, at: Date): SourceRun {
  return endedRun(run, { status: 'cancelled', reason: 'The search was cancelled before it answered.', at })
}

/** A run over documents already in the library, which only need counting. */
export function countedRun(
  run: SourceRun,
  { documents, isSampled, nativeQuery, at }: { documents: number; isSampled: boolean; nativeQuery: string; at: Date },
): SourceRun {
  return {
    ...run,
    status: documents === 0 ? 'empty' : 'ok',
    reason: isSampled ? 'Counted in a sample of the documents, as in the report.' : null,
    nativeQuery: shorten(nativeQuery, 2000),
    documentsSeen: documents,
    complete: true,
    durationMs: durationOf(run, at),
  }
}

export function hasEnded({ status }: SourceRun): boolean {
  return status !== 'pending' && status !== 'running'
}

function durationOf({ startedAt }: SourceRun, at: Date): number | null {
  return startedAt === null ? null : Math.max(0, at.getTime() - Date.parse(startedAt))
}

function shorten(text: string | null, length: number): string | null {
  return text === null || text.length <= length ? text : `${text.slice(0, length - 1)}…`
}
