import { getRouteApi } from '@tanstack/react-router'
import type { SignalComparison } from '@auspex/sdk'
import { useMemo } from 'react'
import type { CompareSearch } from './compare.search.ts'
import { daysBetween } from '../../lib/time/dates.ts'
import { bucketsOf, type Grain } from '../../lib/time/buckets.ts'

/** The maximum number of signals in a comparison. */
export const maxSignals = 5

/** Why there is no sixth signal, in the server's words. */
export const tooManySignalsMessage = 'You can compare up to five signals. Remove one first.'

/** The ids in a URL, without duplicates and invalid ids. */
export const readSignals = (text: string | undefined): readonly string[] => [
  ...new Set((text ?? '').split(',').filter((id) => /^sig_[a-z0-9]{1,40}$/.test(id))),
]

/** The list with one more signal, or the reason for refusing it. */
export const addSignal = (
  ids: readonly string[],
  { id, title }: { id: string; title: string },
): { readonly ids: readonly string[] } | { readonly refusal: string } => {
  if (ids.includes(id)) return { refusal: `${title} is already in the comparison.` }
  return ids.length >= maxSignals ? { refusal: tooManySignalsMessage } : { ids: [...ids, id] }
}

/** The URL form of the ids; undefined for none. */
export const writeSignals = (ids: readonly string[]): string | undefined => (ids.length > 0 ? ids.join(',') : undefined)

const route = getRouteApi('/compare')

/** The state in the URL, and functions that change it. */
export const useCompareSearch = () => {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const change = (part: Partial<CompareSearch>) =>
    void navigate({ to: '.', search: (before) => ({ ...before, ...part }), replace: true, resetScroll: false })
  const ids = readSignals(search.signals)
  return {
    search,
    ids,
    change,
    /** Changing the signals adds a history entry, so Back undoes it. */
    setIds: (next: readonly string[]) =>
      void navigate({
        to: '.',
        search: (before) => ({
          ...before,
          signals: writeSignals(next),
          reference: before.reference !== undefined && next.includes(before.reference) ? before.reference : undefined,
        }),
        resetScroll: false,
      }),
  }
}

/** Coarser than for columns: five lines with more than about sixty points are unreadable. */
const lineGrain = (days: number): Grain => (days <= 62 ? 'day' : days <= 400 ? 'week' : 'month')

/** The shared range: the days of the chart, the differences and the correlations. Stored in the URL unless it is the whole period. */
export const useComparisonRange = ({ firstDay, lastDay }: SignalComparison) => {
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
