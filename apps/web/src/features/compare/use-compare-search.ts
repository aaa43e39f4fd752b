import { getRouteApi } from '@tanstack/react-router'
import type { SignalComparison } from '@auspex/sdk'
import { useMemo } from 'react'
import type { CompareSearch } from './compare.search.ts'
import { addDays, daysBetween } from '../../lib/time/dates.ts'
import { alignDays, bucketsOf, type Grain, mainDays } from '../../lib/time/buckets.ts'

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
    /** Shows what was known on another day, with the signals of that day. */
    changeAsOf: (next: readonly string[], asOf: string | undefined, reference?: string) =>
      void navigate({
        to: '.',
        search: (before) => ({
          ...before,
          signals: writeSignals(next),
          asOf,
          reference: before.reference === undefined ? undefined : reference,
        }),
        replace: reference !== undefined,
        resetScroll: false,
      }),
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
const lineGrain = (days: number): Grain => {
  if (days <= 62) return 'day'
  return days <= 400 ? 'week' : 'month'
}

/** Where nearly all of each signal is: the days drawn unless somebody chooses others. */
const mainDaysOf = ({ firstDay, lastDay, signals }: SignalComparison) => {
  const fullRange = { first: firstDay, last: lastDay }
  const days = (signals[0]?.values ?? []).map((_, index) => addDays(firstDay, index))
  const spans = signals.map(({ values }) =>
    mainDays(
      days.map((day, index) => ({ firstDay: day, lastDay: day, documents: values[index] ?? 0 })),
      fullRange,
    ),
  )
  return spans.reduce(
    (all, { first, last }) => ({
      first: first < all.first ? first : all.first,
      last: last > all.last ? last : all.last,
    }),
    spans[0] ?? fullRange,
  )
}

/**
 * The shared range: the days of the differences and the correlations, and those of the chart, which leaves out the many days with
 * next to no documents if nobody chose days. Stored in the URL unless it is the whole period.
 */
export const useComparisonRange = (comparison: SignalComparison) => {
  const { firstDay, lastDay } = comparison
  const { search, change } = useCompareSearch()
  const first = search.from && search.from > firstDay && search.from <= lastDay ? search.from : firstDay
  const last = search.to && search.to < lastDay && search.to >= first ? search.to : lastDay
  const isWhole = first === firstDay && last === lastDay
  const main = useMemo(() => {
    const days = mainDaysOf(comparison)
    const aligned = alignDays(days, lineGrain(daysBetween(days.first, days.last)))
    return {
      first: aligned.first > firstDay ? aligned.first : firstDay,
      last: aligned.last < lastDay ? aligned.last : lastDay,
    }
  }, [comparison, firstDay, lastDay])
  const isTrimmable = main.first > firstDay || main.last < lastDay
  const isTrimmed = isTrimmable && isWhole && search.span !== 'all'
  const drawnFirst = isTrimmed ? main.first : first
  const drawnLast = isTrimmed ? main.last : last
  const grain = lineGrain(daysBetween(drawnFirst, drawnLast))
  const buckets = useMemo(() => bucketsOf(drawnFirst, drawnLast, grain), [drawnFirst, drawnLast, grain])
  const setRange = (from: string, to: string) =>
    change({
      from: from > firstDay ? from : undefined,
      to: to < lastDay ? to : undefined,
      span: isTrimmable && from <= firstDay && to >= lastDay ? 'all' : undefined,
    })
  return {
    firstDay,
    lastDay,
    first,
    last,
    drawn: { first: drawnFirst, last: drawnLast, isTrimmed },
    isTrimmable: isTrimmable && isWhole,
    grain,
    buckets,
    setRange,
    resetRange: () => change({ from: undefined, to: undefined, span: undefined }),
  }
}

export type ComparisonRange = ReturnType<typeof useComparisonRange>
