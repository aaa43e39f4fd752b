import { addDays, momentum, showableRatio } from '@auspex/analytics'
import type { ProjectDashboard, ProjectSource, SignalMovement } from '@auspex/sdk/types'
import { failedStatuses } from '@auspex/sources'
import type { ReadSignal } from '../portfolios/readings.repository.ts'

/** A signal that was measured. */
export type MeasuredSignal = ReadSignal & { reading: Reading }

/** How far back events are listed where nobody requests a day. */
const eventDays = 90
// The contract's limits for the lists of a dashboard.
const maxEvents = 20
const maxTones = 50
const maxSources = 50

/** How a dashboard identifies a signal: by its name and its recent course. */
export function nameSignal({ signalId, title, portfolioId, trendId, reading }: MeasuredSignal) {
  return { signalId, title, portfolioId, trendId, recent: reading.sparkline.map(({ documents }) => documents) }
}

/** Events with the most stories relative to their base first: since a requested day, or of the last days that the signal's sources cover. */
export function listEvents(
  signals: readonly MeasuredSignal[],
  requestedSince: string | null,
): ProjectDashboard['events'] {
  return signals
    .flatMap((signal) => {
      const { events, level } = signal.reading
      const since = requestedSince ?? (level === null ? '' : addDays(level.day, -eventDays))
      return events.filter(({ day }) => day >= since).map((event) => ({ signal: nameSignal(signal), event }))
    })
    .toSorted((a, b) => (b.event.ratio ?? 0) - (a.event.ratio ?? 0) || b.event.stories - a.event.stories)
    .slice(0, maxEvents)
}

/** The lowest mean first. A signal whose interval contains 0 is neither positive nor negative. */
export function sumUpTone(signals: readonly MeasuredSignal[]): ProjectDashboard['tone'] {
  const items = signals
    .flatMap((signal) =>
      signal.reading.tone === null ? [] : [{ signal: nameSignal(signal), mean: signal.reading.tone }],
    )
    .toSorted((a, b) => a.mean.value - b.mean.value)
  const positive = items.filter(({ mean }) => mean.low > 0).length
  const negative = items.filter(({ mean }) => mean.high < 0).length
  const half = maxTones / 2
  return {
    positive,
    neutral: items.length - positive - negative,
    negative,
    unknown: signals.length - items.length,
    items: items.length <= maxTones ? items : [...items.slice(0, half), ...items.slice(-half)],
  }
}

/** Failed ones first, then by documents. */
export function sumUpSources(signals: readonly MeasuredSignal[]): ProjectSource[] {
  const sources = new Map<ProjectSource['source'], ProjectSource>()
  for (const { source, label, documents, lastDay, status, reason, at } of signals.flatMap(
    ({ reading }) => reading.sources,
  )) {
    const sum = sources.get(source) ?? {
      source,
      label,
      documents: 0,
      signals: 0,
      lastDay: null,
      failing: 0,
      status: null,
      reason: null,
      at: null,
    }
    const isNewer = at !== null && (sum.at === null || at > sum.at)
    sources.set(source, {
      ...sum,
      ...(isNewer && { status, reason, at }),
      documents: sum.documents + documents,
      signals: sum.signals + (documents > 0 ? 1 : 0),
      lastDay: lastDay !== null && (sum.lastDay === null || lastDay > sum.lastDay) ? lastDay : sum.lastDay,
      failing: sum.failing + (status !== null && failedStatuses.has(status) ? 1 : 0),
    })
  }
  return [...sources.values()]
    .toSorted((a, b) => b.failing - a.failing || b.documents - a.documents || a.source.localeCompare(b.source))
    .slice(0, maxSources)
}

type Stage = SignalMovement['stage']
export type Reading = NonNullable<ReadSignal['reading']>

/** The days since a point in time, compared with as many before. */
export interface Comparison {
  ratio: SignalMovement['ratio']
  days: number
  before: number
  after: number
  direction: 'up' | 'down' | 'none'
}

/** Half of the days that are stored. */
const maxDays = 30

/** Compares the days from that of `since` to the last covered one with as many before; null when no day was covered since. */
export function compareSince({ sparkline }: Reading, since: string): Comparison | null {
  const days = Math.min(maxDays, sparkline.filter(({ day }) => day >= since).length)
  if (days === 0) return null
  const counts = sparkline.map(({ documents }) => documents)
  const sumOf = (part: (number | null)[]) => part.reduce<number>((sum, count) => sum + (count ?? 0), 0)
  const middle = counts.length - days
  const after = sumOf(counts.slice(middle))
  const before = sumOf(counts.slice(Math.max(0, middle - days), middle))
  const growth = momentum({ counts, windowDays: days })
  const estimate =
    'unknown' in growth
      ? null
      : {
          value: growth.ratio,
          low: growth.low,
          high: growth.high,
          n: before + after,
          method: 'quasi-Poisson log ratio of counts',
        }
  const ratio = showableRatio(estimate)
  const direction = ratio === null || (ratio.low <= 1 && ratio.high >= 1) ? 'none' : ratio.low > 1 ? 'up' : 'down'
  return { ratio, days, before, after, direction }
}

/** Whether the stage differs from the previously known one. */
export function isOtherStage(before: Stage | undefined, now: Stage): boolean {
  return before !== undefined && before !== now
}

/** The largest change first; signals that only changed their stage come after those that certainly grew or fell. */
export function byChange(a: SignalMovement, b: SignalMovement): number {
  return sizeOf(b) - sizeOf(a)
}

function sizeOf({ direction, ratio }: SignalMovement): number {
  return direction === 'unclear' || ratio === null ? -1 : Math.abs(Math.log(Math.max(ratio.value, 1e-9)))
}
