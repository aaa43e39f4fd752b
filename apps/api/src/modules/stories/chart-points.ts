import type { CardPoint, ChartCard } from '@auspex/sdk/types'
import type { DailyReport } from '../signals/index.ts'

/** Days that a card holds, the newest: eleven years. */
const mostDays = 4000

/** A series of a report by day. A day that no source covers is unknown, and no silence. */
export function pointsOf(report: DailyReport, measure: ChartCard['measure']): CardPoint[] {
  return seriesOf(report, measure).slice(-mostDays)
}

function seriesOf({ volume, tone, attention }: DailyReport, measure: ChartCard['measure']): CardPoint[] {
  if (measure === 'documents')
    return volume.days.map(({ day, documents, isCovered }) => ({ day, value: isCovered ? documents : null }))
  if (measure === 'share') return volume.days.map(({ day, share }) => ({ day, value: share }))
  if (measure === 'attention') return (attention.series[0]?.points ?? []).map(({ day, value }) => ({ day, value }))
  const means = new Map(tone.days.map(({ day, mean }) => [day, mean]))
  return volume.days.map(({ day }) => ({ day, value: means.get(day) ?? null }))
}
