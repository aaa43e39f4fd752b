import type { SeriesInterval, SignalReport, AttentionSection, ToneSection, VolumeSection } from '@auspex/sdk'
import { getRouteApi } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { alignDays, grainFor, mainDays } from '../../../lib/time/buckets.ts'
import { daysBetween } from '../../../lib/time/dates.ts'
import { useClient } from '../../../lib/api/api.tsx'
import { seriesOptions } from '../signals.queries.ts'
import type { ReportSearch } from '../signals.search.ts'
import { pointsWithin, toBuckets } from './series.model.ts'

const route = getRouteApi('/signals/$signalId')

interface ChosenDays {
  readonly first: string
  readonly last: string
  /** Whether all days are drawn, also those with next to no documents. */
  readonly isAll: boolean
}

/** Days as they are drawn. */
interface DrawnDays {
  readonly first: string
  readonly last: string
  /** Whether days of the report are left out because they have next to no documents. */
  readonly isTrimmed: boolean
  /** How many documents lie outside of them, by whole points of the report. */
  readonly outside: number
}

/** The days that are drawn: the chosen ones, or where nearly all documents are if nobody chose any. */
const drawDays = ({ firstDay, lastDay, volume }: SignalReport, { first, last, isAll }: ChosenDays): DrawnDays => {
  const wholePeriod = { first, last, isTrimmed: false, outside: 0 }
  if (isAll || first !== firstDay || last !== lastDay) return wholePeriod
  const main = mainDays(volume.points, wholePeriod)
  if (main.first === first && main.last === last) return wholePeriod
  const aligned = alignDays(main, grainFor(daysBetween(main.first, main.last)))
  const outside = volume.points.filter((point) => point.lastDay < main.first || point.firstDay > main.last)
  return {
    first: aligned.first > first ? aligned.first : first,
    last: aligned.last < last ? aligned.last : last,
    isTrimmed: true,
    outside: outside.reduce((sum, { documents }) => sum + documents, 0),
  }
}

/** Some days of a report, those of them that are drawn, and the interval that fits these. */
export const toRange = (report: SignalReport, chosen: ChosenDays) => {
  const { firstDay, lastDay, volume } = report
  const { first, last } = chosen
  const isWhole = first === firstDay && last === lastDay
  const drawnDays = drawDays(report, chosen)
  const { isTrimmed: isTrimmable } = drawDays(report, { first: firstDay, last: lastDay, isAll: false })
  const fitting =
    isWhole && !drawnDays.isTrimmed ? volume.interval : grainFor(daysBetween(drawnDays.first, drawnDays.last))
  return { firstDay, lastDay, first, last, isWhole, isTrimmable, drawn: drawnDays, fitting }
}

/**
 * The days of the report and the interval of its charts, in the URL. By default the figures are of all days, and the charts
 * show where nearly all documents are.
 */
export const useSeriesRange = (report: SignalReport) => {
  const { firstDay, lastDay } = report
  const { from, to, interval: chosen, span } = route.useSearch()
  const navigate = route.useNavigate()
  const first = from && from > firstDay && from <= lastDay ? from : firstDay
  const last = to && to < lastDay && to >= first ? to : lastDay
  const { fitting, ...days } = useMemo(
    () => toRange(report, { first, last, isAll: span === 'all' }),
    [report, first, last, span],
  )
  const change = (next: Partial<Pick<ReportSearch, 'from' | 'to' | 'interval' | 'span'>>) =>
    void navigate({ to: '.', search: (search) => ({ ...search, ...next }), replace: true, resetScroll: false })
  return {
    ...days,
    interval: chosen ?? fitting,
    setRange: (newFirst: string, newLast: string) => {
      const isWhole = newFirst <= firstDay && newLast >= lastDay
      change({
        from: newFirst > firstDay ? newFirst : undefined,
        to: newLast < lastDay ? newLast : undefined,
        span: isWhole && days.isTrimmable ? 'all' : undefined,
      })
    },
    resetRange: () => change({ from: undefined, to: undefined, span: undefined }),
    setInterval: (interval: SeriesInterval) => change({ interval: interval === fitting ? undefined : interval }),
  }
}

type ReportRange = ReturnType<typeof useSeriesRange>

export interface SeriesRange extends Omit<ReportRange, 'setRange' | 'resetRange' | 'setInterval'> {
  readonly setRange: (first: string, last: string) => void
  /** Goes back to the days shown at first. */
  readonly resetRange: () => void
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
  { interval, drawn: { first, last, isTrimmed }, isWhole }: SeriesRange,
  { isShown = true } = {},
) => {
  const ownSection: SeriesSections[N] = report[name]
  const isOwn = interval === ownSection.interval
  // The days of many years are too many to be fetched for the few that are shown.
  const isCut = !isWhole || (isTrimmed && interval === 'day')
  const params = isOwn || !isShown ? null : { interval, ...(isCut && { from: first, to: last }) }
  const { data, isFetching, error } = useQuery(seriesOptions(useClient(), report.signalId, name, params))
  // The section name in the response determines its type.
  const section = !isOwn && data?.section === name ? (data as SeriesSections[N]) : ownSection
  return { section, isFetching, error: isOwn ? null : error }
}

/** Volume over the visible days, as points and as the spans of its columns. */
export const useVolume = (report: SignalReport, range: SeriesRange) => {
  const { section, isFetching, error } = useSection(report, 'volume', range)
  const { first, last } = range.drawn
  const points = useMemo(() => pointsWithin(section.points, first, last), [section, first, last])
  const buckets = useMemo(() => toBuckets(points, section.interval), [points, section])
  return { interval: section.interval, groups: section.groups, points, buckets, isFetching, error }
}
