import type { AttentionSection, SignalReport, ToneSection, VolumeSection } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useClient } from '../../../lib/api.tsx'
import { seriesOptions } from '../signals.queries.ts'
import { pointsWithin, toBuckets } from './series.model.ts'
import type { SeriesRange } from './use-series-range.ts'

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
