import { addDays } from '@auspex/analytics'
import type { InflectionMarker } from '@auspex/sdk/types'
import type { PointWindow } from './inflections.repository.ts'

/** Four weeks: long enough to tell what was usual, short enough to be the time before. */
export const comparedDays = 28

/**
 * The days that explain a point and the four weeks before them. A spike and a gap are explained by their own days, a shift by
 * the first four weeks of the new level, up to the next point.
 */
export function pointWindow(
  point: InflectionMarker,
  { all, lastDay }: { all: readonly InflectionMarker[]; lastDay: string },
): PointWindow {
  const next = all.find(({ day, kind }) => day > point.day && kind !== 'spike')
  const until = point.kind === 'shift' ? addDays(point.day, comparedDays - 1) : (point.endDay ?? lastDay)
  const beforeNext = next === undefined ? lastDay : addDays(next.day, -1)
  const to = earliest(until, point.kind === 'shift' ? beforeNext : lastDay)
  return {
    from: point.day,
    to: to < point.day ? point.day : to,
    beforeFrom: addDays(point.day, -comparedDays),
    beforeTo: addDays(point.day, -1),
  }
}

function earliest(a: string, b: string): string {
  return a < b ? a : b
}
