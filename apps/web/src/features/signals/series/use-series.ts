import type { SeriesInterval, SignalReport, AttentionSection, ToneSection, VolumeSection } from '@auspex/sdk'
import { getRouteApi } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { grainFor } from '../../../lib/time/buckets.ts'
import { daysBetween } from '../../../lib/time/dates.ts'
import { useClient } from '../../../lib/api/api.tsx'
import { seriesOptions } from '../signals.queries.ts'
import { pointsWithin, toBuckets } from './series.model.ts'

const route = getRouteApi('/signals/$signalId')

/** Some days of a report, and the interval that fits them. */
export const toRange = ({ firstDay, lastDay, volume }: SignalReport, first: string, last: string) => {
  const isWhole = first === firstDay && last === lastDay
  const fitting = isWhole ? volume.interval : grainFor(daysBetween(first, last))
  return { firstDay, lastDay, first, last, isWhole, fitting }
}

/** The days of the report and the interval of its charts. Both are in the URL; by default it shows everything. */
export const useSeriesRange = (report: SignalReport) => {
  const { firstDay, lastDay } = report
  const { from, to, interval: chosen } = route.useSearch()
  const navigate = route.useNavigate()
  const first = from && from > firstDay && from <= lastDay ? from : firstDay
  const last = to && to < lastDay && to >= first ? to : lastDay
  const { fitting, ...days } = toRange(report, first, last)
  const change = (next: {
    from?: string | undefined
    to?: string | undefined
    interval?: SeriesInterval | undefined
  }) => void navigate({ to: '.', search: (search) => ({ ...search, ...next }), replace: true, resetScroll: false })
  return {
    ...days,
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

interface SeriesSections {
  readonly volume: VolumeSection
  readonly tone: ToneSection
  readonly attention: AttentionSection
}

/**
 * A series of the report in the chosen interval. The report contains it in the interval suited to its whole period; another one
 * is fetched, and until it arrives the report's own is shown.
 */
export const useSection = <N extends keyof SeriesSections>(
  report: SignalReport,
  name: N,
  { interval, first, last, isWhole }: SeriesRange,
  { isShown = true } = {},
) => {
  const ownSection: SeriesSections[N] = report[name]
  const isOwn = interval === ownSection.interval
  const params = isOwn || !isShown ? null : { interval, ...(!isWhole && { from: first, to: last }) }
  const { data, isFetching, error } = useQuery(seriesOptions(useClient(), report.signalId, name, params))
  // The section name in the response determines its type.
  const section = !isOwn && data?.section === name ? (data as SeriesSections[N]) : ownSection
  return { section, isFetching, error: isOwn ? null : error }
}

/** Volume over the visible days, as points and as the spans of its columns. */
export const useVolume = (report: SignalReport, range: SeriesRange) => {
  const { section, isFetching, error } = useSection(report, 'volume', range)
  const { first, last } = range
  const points = useMemo(() => pointsWithin(section.points, first, last), [section, first, last])
  const buckets = useMemo(() => toBuckets(points, section.interval), [points, section])
  return { interval: section.interval, groups: section.groups, points, buckets, isFetching, error }
}
