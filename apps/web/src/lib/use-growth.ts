import type { TrendList } from '@auspex/sdk'
import { useQuery, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query'
import { isCertain } from './trend-words.ts'

/** Lengths in days of the windows that are tried if the usual one shows nothing certain. */
type GrowthWindow = 28 | 90 | 365

type TrendQuery = UseQueryResult<TrendList, unknown>

interface Growth {
  /** The trends of the shortest window in which something grew for certain; those of the usual window if there is none. */
  readonly query: TrendQuery
  /** The windows, in days, that were tried before and in which nothing grew for certain. */
  readonly quietWindows: readonly number[]
}

/**
 * Trends over the usual window, or over a longer one if nothing changed for certain: a quiet month tells a new user little. A
 * window that the person chose is not changed.
 */
export const useGrowth = <Failure>(
  createOptions: (windowDays?: GrowthWindow) => UseQueryOptions<TrendList, Failure>,
  isWindowChosen = false,
): Growth => {
  const defaultQuery = useQuery(createOptions())
  const first = isWindowChosen ? undefined : defaultQuery.data
  const needs28 = isQuiet(first) && first.windowDays < 28
  const over28 = useQuery({ ...createOptions(28), enabled: needs28 })
  const needs90 = needs28 ? isQuiet(over28.data) : isQuiet(first) && first.windowDays < 90
  const over90 = useQuery({ ...createOptions(90), enabled: needs90 })
  const needs365 = needs90 ? isQuiet(over90.data) : false
  const over365 = useQuery({ ...createOptions(365), enabled: needs365 })
  const longer = [needs28 && over28, needs90 && over90, needs365 && over365].filter((query) => query !== false)
  return choose(defaultQuery, longer)
}

const isQuiet = (trends: TrendList | undefined): trends is TrendList =>
  trends !== undefined && trends.asOf !== null && !trends.items.some(isCertain)

const choose = (usual: TrendQuery, longer: readonly TrendQuery[]): Growth => {
  const pending = longer.find(({ isPending }) => isPending)
  // Avoids showing the quiet list briefly before another one replaces it.
  if (pending) return { query: pending, quietWindows: [] }
  const all = [usual, ...longer]
  const found = longer.find(({ data }) =>
    data?.items.some(({ change, isUpNow }) => change === 'grew' && isUpNow !== false),
  )
  const before = found === undefined ? all : all.slice(0, all.indexOf(found))
  return {
    query: found ?? usual,
    quietWindows: before.flatMap(({ data }) => (isQuiet(data) ? [data.windowDays] : [])),
  }
}

/** "Nothing grew for certain in 28 days; these did in 90." Empty if the usual window is shown. */
export const tellQuietWindows = (quietWindows: readonly number[], windowDays: number): string =>
  quietWindows.length === 0 || quietWindows.includes(windowDays)
    ? ''
    : `Nothing grew for certain in ${joinWindows(quietWindows)} days; these did in ${windowDays}.`

/** The text for a library in which no window has anything to show. */
export const tellQuietLibrary = (quietWindows: readonly number[], windowDays: number): string =>
  `No term clearly took a larger share of the last ${joinWindows(quietWindows.length === 0 ? [windowDays] : quietWindows)} days than of as many days before.`

/** "28", "28 or 90", "28, 90 or 365". */
const joinWindows = (windows: readonly number[]): string =>
  windows.length < 2 ? windows.join('') : `${windows.slice(0, -1).join(', ')} or ${windows.at(-1)}`
