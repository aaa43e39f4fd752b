import type { SignalReport } from '@auspex/sdk'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { bucketsOf, grainFor } from '../../../lib/buckets.ts'
import { daysBetween } from '../../../lib/dates.ts'

const route = getRouteApi('/signals/$signalId')

/** The days that all charts of a report show. They are in the URL; without, the charts show everything. */
export const useSeriesRange = ({ firstDay, lastDay }: SignalReport) => {
  const { from, to } = route.useSearch()
  const navigate = route.useNavigate()
  const first = from && from > firstDay && from <= lastDay ? from : firstDay
  const last = to && to < lastDay && to >= first ? to : lastDay
  const grain = grainFor(daysBetween(first, last))
  const buckets = useMemo(() => bucketsOf(first, last, grain), [first, last, grain])
  const setRange = (newFirst: string, newLast: string) =>
    void navigate({
      to: '.',
      search: (search) => ({
        ...search,
        from: newFirst > firstDay ? newFirst : undefined,
        to: newLast < lastDay ? newLast : undefined,
      }),
      replace: true,
      resetScroll: false,
    })
  return { firstDay, lastDay, first, last, grain, buckets, setRange }
}

export type SeriesRange = ReturnType<typeof useSeriesRange>
