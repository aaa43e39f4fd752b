import type { LibrarySummary } from '../../library/index.ts'
import type { StoredMonitor } from './monitors.repository.ts'
import { daysBetween, isConditionRule, toRecent } from '@auspex/analytics'
import type { MonitorSubscription, EndedSource, SourceKey } from '@auspex/sdk/types'
import { sourceLabel } from '@auspex/sources'

/** Days without a document of any topic after which a source counts as ended: longer than the holiday of a weekly. */
const maxSilentDays = 14

interface WatchedLibrary {
  sources: LibrarySummary['sources']
}

/** Maps a monitor to the contract, as of a point in time and the library at that time. */
export function presentMonitor(
  monitor: StoredMonitor,
  { library, now }: { library: WatchedLibrary; now: Date },
): MonitorSubscription {
  const {
    userId: _owner,
    settledDay: _day,
    settled: _state,
    checkedAt: _checked,
    changes: _changes,
    createdAt,
    lastFiredAt,
    recent,
    ...shown
  } = monitor
  const today = now.toISOString().slice(0, 10)
  return {
    ...shown,
    snoozedUntil: isSnoozed(monitor, now) ? (monitor.snoozedUntil?.toISOString() ?? null) : null,
    recent: toRecent(recent, monitor.rule),
    // a monitor of a register does not depend on sources of documents
    endedSources: isConditionRule(monitor.rule) ? [] : findEndedSources(monitor.query.sources, library, today),
    uncoveredAfter: findUncovered(recent?.coveredTo ?? null, today),
    createdAt: createdAt.toISOString(),
    lastFiredAt: lastFiredAt?.toISOString() ?? null,
  }
}

/** Whether it currently sends no alerts. */
export function isSilent(monitor: StoredMonitor, now: Date): boolean {
  return monitor.isPaused || isSnoozed(monitor, now)
}

function isSnoozed({ snoozedUntil }: StoredMonitor, now: Date): boolean {
  return snoozedUntil !== null && snoozedUntil > now
}

/** The last covered day of a topic, if it is long enough ago for its sources to count as ended; otherwise null. */
function findUncovered(coveredTo: string | null, today: string): string | null {
  return coveredTo !== null && daysBetween(coveredTo, today) >= maxSilentDays ? coveredTo : null
}

/**
 * The watched sources that no longer produce documents. For a monitor of all sources, one active source is enough: they are listed only when all have
 * ended.
 */
export function findEndedSources(
  watched: readonly SourceKey[],
  { sources }: WatchedLibrary,
  today: string,
): EndedSource[] {
  const sourcesWithDocuments = sources.filter(({ documents }) => documents > 0)
  const keys = watched.length > 0 ? watched : sourcesWithDocuments.map(({ sourceKey }) => sourceKey)
  const endedSources = keys.flatMap((source) => {
    const lastDay = sourcesWithDocuments.find(({ sourceKey }) => sourceKey === source)?.lastDay ?? null
    const isCurrent = lastDay !== null && daysBetween(lastDay, today) < maxSilentDays
    return isCurrent ? [] : [{ source, label: sourceLabel(source), lastDay }]
  })
  return watched.length > 0 || endedSources.length === keys.length ? endedSources : []
}
