import type { SignalComparison } from '@auspex/sdk'
import { useMemo } from 'react'
import { daysBetween } from '../../lib/dates.ts'
import { bucketsOf, type Grain } from '../../lib/buckets.ts'
import { useCompareSearch } from './use-compare-search.ts'

/** Coarser than for columns: five lines with more than about sixty points are unreadable. */
const lineGrain = (days: number): Grain => (days <= 62 ? 'day' : days <= 400 ? 'week' : 'month')

/** The shared range: the days of the chart, the differences and the correlations. Stored in the URL unless it is the whole period. */
export const useComparisonRange = ({ firstDay, lastDay }: Pick<SignalComparison, 'firstDay' | 'lastDay'>) => {
  const { search, change } = useCompareSearch()
  const first = search.from && search.from > firstDay && search.from <= lastDay ? search.from : firstDay
  const last = search.to && search.to < lastDay && search.to >= first ? search.to : lastDay
  const grain = lineGrain(daysBetween(first, last))
  const buckets = useMemo(() => bucketsOf(first, last, grain), [first, last, grain])
  const setRange = (from: string, to: string) =>
    change({ from: from > firstDay ? from : undefined, to: to < lastDay ? to : undefined })
  return { firstDay, lastDay, first, last, grain, buckets, setRange }
}

export type ComparisonRange = ReturnType<typeof useComparisonRange>
