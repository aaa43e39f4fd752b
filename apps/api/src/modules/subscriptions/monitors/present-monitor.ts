import type { MonitorSubscription } from '@auspex/sdk/types'
import type { LibrarySummary } from '../../documents/index.ts'
import { isConditionRule } from './condition-rules.ts'
import { findEndedSources } from './ended-sources.ts'
import type { StoredMonitor } from './monitors.repository.ts'
import { toRecent } from './recent-days.ts'

/** A monitor as the contract has it, as of a moment and what the library holds then. */
export function presentMonitor(
  monitor: StoredMonitor,
  { library, now }: { library: Pick<LibrarySummary, 'sources'>; now: Date },
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
  return {
    ...shown,
    snoozedUntil: isSnoozed(monitor, now) ? (monitor.snoozedUntil?.toISOString() ?? null) : null,
    recent: toRecent(recent, monitor.rule),
    // who watches a register waits for no source of documents
    endedSources: isConditionRule(monitor.rule)
      ? []
      : findEndedSources(monitor.query.sources, library, now.toISOString().slice(0, 10)),
    createdAt: createdAt.toISOString(),
    lastFiredAt: lastFiredAt?.toISOString() ?? null,
  }
}

/** Whether it tells nobody now. */
export function isSilent(monitor: Pick<StoredMonitor, 'isPaused' | 'snoozedUntil'>, now: Date): boolean {
  return monitor.isPaused || isSnoozed(monitor, now)
}

function isSnoozed({ snoozedUntil }: Pick<StoredMonitor, 'snoozedUntil'>, now: Date): boolean {
  return snoozedUntil !== null && snoozedUntil > now
}
