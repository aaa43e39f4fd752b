import type { MonitorPoint } from '@auspex/sdk'
import { formatShortMonth } from '../../lib/format.ts'
import { niceTicks } from '../../ui/charts/chart-model.ts'

/** A limit lower than so much of the axis cannot be told from 0, and whether it is passed is what is looked for. */
const mostOfLimit = 6

/**
 * The span of the axis with its ticks: from 0, or around the values of a tone, and always with the limit in it, high enough to
 * be read. What is above the span is drawn at its top, and `isCut` says so.
 */
export const bounds = (
  values: readonly (number | null)[],
  limit: number | null,
  isTone: boolean,
): { low: number; high: number; ticks: readonly number[]; isCut: boolean } => {
  const known = [...values.filter((value) => value !== null), ...(limit === null ? [] : [limit])]
  const most = Math.max(0, ...known)
  if (!isTone) {
    const ticks = niceTicks(limit === null ? most : Math.min(most, limit * mostOfLimit), 3)
    const high = ticks.at(-1) ?? 1
    return { low: 0, high, ticks, isCut: most > high }
  }
  const step = 0.25
  const low = Math.floor(Math.min(0, ...known) / step) * step
  const high = Math.max(low + step, Math.ceil(most / step) * step)
  const count = Math.round((high - low) / step)
  const every = Math.ceil(count / 4)
  const ticks = Array.from({ length: count + 1 }, (_, index) => low + index * step).filter(
    (_, index) => index % every === 0,
  )
  return { low, high, ticks, isCut: false }
}

/** A path for each run of known days, so that a gap stays one; a day alone is a short stroke. */
export const linePaths = (
  values: readonly (number | null)[],
  { x, y }: { x: (index: number) => number; y: (value: number) => number },
): readonly string[] => {
  const paths: string[] = []
  let path = ''
  values.forEach((value, index) => {
    if (value === null) {
      if (path !== '') paths.push(path)
      path = ''
    } else
      path +=
        path === ''
          ? `M${(x(index) - 0.5).toFixed(1)} ${y(value).toFixed(1)}L${x(index).toFixed(1)} ${y(value).toFixed(1)}`
          : `L${x(index).toFixed(1)} ${y(value).toFixed(1)}`
  })
  return path === '' ? paths : [...paths, path]
}

/** The first of each month, as many as fit. */
export const monthTicks = (
  points: readonly MonitorPoint[],
  width: number,
): readonly { index: number; label: string }[] => {
  const firsts = points.flatMap(({ day }, index) =>
    day.endsWith('-01') ? [{ index, label: formatShortMonth(day) }] : [],
  )
  const every = Math.max(1, Math.ceil((firsts.length * 44) / Math.max(1, width)))
  return firsts.filter((_, index) => index % every === 0)
}
