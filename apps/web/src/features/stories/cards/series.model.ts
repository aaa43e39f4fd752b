import type { CardPoint } from '@auspex/sdk'
import { bucketsOf, bucketTitle, type Grain, grainFor, type SpanTick, ticksOf } from '../../../lib/time/buckets.ts'
import { daysBetween } from '../../../lib/time/dates.ts'
import type { SeriesStep } from '../../../ui/charts/series-chart.tsx'

export interface CardSeries {
  readonly grain: Grain
  /** Each with the mean of its known days. */
  readonly steps: readonly SeriesStep[]
  readonly ticks: readonly SpanTick[]
}

/** A series as drawn on a card. A long one is drawn by week or month, as means of the known days: a sum would fall wherever a day is not covered. */
export const toSeries = (points: readonly CardPoint[]): CardSeries => {
  const first = points[0]?.day
  const last = points.at(-1)?.day
  if (first === undefined || last === undefined) return { grain: 'day', steps: [], ticks: [] }
  const grain = grainFor(daysBetween(first, last))
  const buckets = bucketsOf(first, last, grain)
  let next = 0
  const steps = buckets.map((bucket) => {
    let sum = 0
    let knownPoints = 0
    for (let point = points[next]; point !== undefined && point.day <= bucket.last; point = points[++next]) {
      if (point.value === null) continue
      sum += point.value
      knownPoints += 1
    }
    return { key: bucket.first, title: bucketTitle(bucket, grain), value: knownPoints === 0 ? null : sum / knownPoints }
  })
  return { grain, steps, ticks: ticksOf(buckets) }
}
