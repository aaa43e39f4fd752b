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
 * A series of the report in the interval shown. The report holds it in the interval that its whole time merits; another one
 * is asked for, and until it comes the report's own stands in.
 */
export const useSection = <N extends keyof SeriesSections>(
  report: SignalReport,
  name: N,
  { interval, first, last, isWhole }: SeriesRange,
  { isShown = true } = {},
) => {
  const own: SeriesSections[N] = report[name]
  const isOwn = interval === own.interval
  const params = isOwn || !isShown ? null : { interval, ...(!isWhole && { from: first, to: last }) }
  const { data, isFetching, error } = useQuery(seriesOptions(useClient(), report.signalId, name, params))
  // The section of an answer says which it is, and so of which type.
  const section = !isOwn && data?.section === name ? (data as SeriesSections[N]) : own
  return { section, isFetching, error: isOwn ? null : error }
}

/** Volume over the days shown, as points and as the spans of its columns. */
export const useVolume = (report: SignalReport, range: SeriesRange) => {
  const { section, isFetching, error } = useSection(report, 'volume', range)
  const { first, last } = range
  const points = useMemo(() => pointsWithin(section.points, first, last), [section, first, last])
  const buckets = useMemo(() => toBuckets(points, section.interval), [points, section])
  return { interval: section.interval, groups: section.groups, points, buckets, isFetching, error }
}
