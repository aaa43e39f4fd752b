import type { SeriesInterval, SignalReport } from '@auspex/sdk'
import { getRouteApi } from '@tanstack/react-router'
import { grainFor } from '../../../lib/buckets.ts'
import { daysBetween } from '../../../lib/dates.ts'

const route = getRouteApi('/signals/$signalId')

/** The days of the report and the interval of its charts. Both are in the URL; by default it shows everything. */
export const useSeriesRange = ({ firstDay, lastDay, volume }: SignalReport) => {
  const { from, to, interval: chosen } = route.useSearch()
  const navigate = route.useNavigate()
  const first = from && from > firstDay && from <= lastDay ? from : firstDay
  const last = to && to < lastDay && to >= first ? to : lastDay
  const isWhole = first === firstDay && last === lastDay
  const fitting = isWhole ? volume.interval : grainFor(daysBetween(first, last))
  const change = (next: {
    from?: string | undefined
    to?: string | undefined
    interval?: SeriesInterval | undefined
  }) => void navigate({ to: '.', search: (search) => ({ ...search, ...next }), replace: true, resetScroll: false })
  return {
    firstDay,
    lastDay,
    first,
    last,
    isWhole,
    interval: chosen ?? fitting,
    setRange: (newFirst: string, newLast: string) =>
      change({
        from: newFirst > firstDay ? newFirst : undefined,
        to: newLast < lastDay ? newLast : undefined,
      }),
    setInterval: (interval: SeriesInterval) => change({ interval: interval === fitting ? undefined : interval }),
  }
}

type ReportRange = ReturnType<typeof useSeriesRange>

export interface SeriesRange extends Omit<ReportRange, 'setRange' | 'setInterval'> {
  readonly setRange: (first: string, last: string) => void
  readonly setInterval: (interval: SeriesInterval) => void
}
