import { addDays, daysBetween } from '@auspex/analytics'
import type { InflectionMarker } from '@auspex/sdk/types'
import type { PointWindow } from '../documents/index.ts'
import type { VolumeDay } from '../signals/index.ts'

/** Four weeks: long enough to tell what was usual, short enough to be the time before. */
const comparedDays = 28
/** Fewer documents than this are no time to compare with, so it reaches further back, up to a year. */
const leastDocuments = 30
const mostDays = 365

export interface WindowInput {
  all: readonly InflectionMarker[]
  lastDay: string
  /** Days of the report, without a hole. */
  days: readonly Pick<VolumeDay, 'day' | 'documents'>[]
}

/**
 * The days that explain a point and those they are held against. A spike is explained by its own days, a shift
 * by the first four weeks of the new level, up to the next point. The time before is four weeks, more when they hold little.
 */
export function pointWindow(point: InflectionMarker, { all, lastDay, days }: WindowInput): PointWindow {
  const next = all.find(({ day, kind }) => day > point.day && kind !== 'spike')
  const until = point.kind === 'shift' ? addDays(point.day, comparedDays - 1) : (point.endDay ?? lastDay)
  const beforeNext = next === undefined || point.kind !== 'shift' ? lastDay : addDays(next.day, -1)
  const to = until < beforeNext ? until : beforeNext
  return {
    from: point.day,
    to: to < point.day ? point.day : to,
    beforeFrom: addDays(point.day, -lengthBefore(point.day, days)),
    beforeTo: addDays(point.day, -1),
  }
}

function lengthBefore(day: string, days: WindowInput['days']): number {
  const first = days[0]?.day
  const place = first === undefined ? 0 : daysBetween(first, day)
  let documents = 0
  for (let back = 1; back <= Math.min(mostDays, place); back++) {
    documents += days[place - back]?.documents ?? 0
    if (back >= comparedDays && documents >= leastDocuments) return back
  }
  return Math.max(comparedDays, Math.min(mostDays, place))
}
