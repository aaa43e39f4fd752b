import type { VolumeSection } from '@auspex/sdk/types'
import { listDays } from './day-range.ts'
import { buildWeekdays } from './weekday-profile.ts'

export interface VolumeInput {
  firstDay: string
  lastDay: string
  /** Days that have matching documents. */
  days: readonly {
    day: string
    documents: number
    storyClusters: number | null
    outlets: number | null
    completeDocuments: number
  }[]
  /** All documents a day of the complete sources that are measured; null when none of them is complete. */
  totals: ReadonlyMap<string, number> | null
  sources: VolumeSection['sources']
  kinds: VolumeSection['kinds']
}

/** Documents a day with none left out, and their share of all documents of complete sources where that total is known. */
export function buildVolume({ firstDay, lastDay, days, totals, sources, kinds }: VolumeInput): VolumeSection {
  const byDay = new Map(days.map((facts) => [facts.day, facts]))
  const volumeDays = listDays(firstDay, lastDay).map((day) => {
    const facts = byDay.get(day)
    const total = totals === null ? null : (totals.get(day) ?? 0)
    return {
      day,
      documents: facts?.documents ?? 0,
      storyClusters: facts === undefined ? 0 : facts.storyClusters,
      outlets: facts === undefined ? 0 : facts.outlets,
      total,
      share: total === null || total === 0 ? null : Math.min(1, (facts?.completeDocuments ?? 0) / total),
    }
  })
  return { section: 'volume', days: volumeDays, weekdays: buildWeekdays(volumeDays), sources, kinds }
}
