import { addDays, daysBetween } from '@auspex/analytics'
import type { VolumeDay } from '@auspex/sdk/types'

/** One bar of a chart over time. */
export interface Bar {
  /** First day that it covers. */
  day: string
  documents: number
}

const mostBars = 120
const steps = [
  { unit: 'day', days: 1 },
  { unit: 'week', days: 7 },
  { unit: 'four weeks', days: 28 },
  { unit: 'year', days: 364 },
] as const

/** Joins days so that a chart has no more bars than a page can show. */
export function toBars(days: readonly Pick<VolumeDay, 'day' | 'documents'>[]): { unit: string; bars: Bar[] } {
  const first = days[0]?.day
  if (first === undefined) return { unit: 'day', bars: [] }
  const step = steps.find((one) => days.length / one.days <= mostBars) ?? steps[steps.length - 1] ?? steps[0]
  const bars: Bar[] = []
  for (const { day, documents } of days) {
    const index = Math.floor(daysBetween(first, day) / step.days)
    const bar = (bars[index] ??= { day: addDays(first, index * step.days), documents: 0 })
    bar.documents += documents
  }
  return { unit: step.unit, bars }
}
