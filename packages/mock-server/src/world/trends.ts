import { addDays, countDays, listDays, mondayOf } from '@auspex/contract/days'
import type { PortfolioTrend, SignalReport } from '@auspex/sdk/types'
import { measureVolume, readSeries, type MeasuredSignal } from './series.ts'

const sparklineDays = 60
const trendWeeks = 26

/** What a portfolio says about a signal: numbers of its report. */
export function measureTrend(
  signal: MeasuredSignal,
  report: SignalReport,
): Omit<PortfolioTrend, 'id' | 'title' | 'cover' | 'addedAt'> {
  const { firstDay, lastDay, world, query, signalId } = signal
  const at = new Date(world.now()).toISOString()
  const byDay = dailyCounts(signal)
  const begin = addDays(lastDay, 1 - sparklineDays)
  const days = listDays(begin > firstDay ? begin : firstDay, lastDay)
  const week = days.slice(-7)
  const average = week.reduce((sum, day) => sum + (byDay.get(day) ?? 0), 0) / Math.max(1, week.length)
  const weeks = measureVolume(signal, readSeries(signal), { interval: 'week' }).points.slice(-trendWeeks)
  const [event] = report.events.events.toSorted((a, b) => (a.peak < b.peak ? 1 : -1))
  const { ratio, reason } = report.momentum
  return {
    signalId,
    query: query.echo,
    stage: report.stage.stage,
    momentum: ratio,
    momentumReason: ratio === null ? reason : null,
    level: {
      day: lastDay,
      documents: byDay.get(lastDay) ?? 0,
      average: Math.round(average * 100) / 100,
      coveredDays: Math.max(1, week.length),
    },
    tone: report.tone.mean,
    documents: report.counts.documents,
    sparkline: days.map((day) => ({ day, documents: byDay.get(day) ?? 0 })),
    weeks: weeks.map((point) => ({
      week: weekOf(point.firstDay),
      firstDay: mondayOf(point.firstDay),
      documents: point.documents,
      coveredDays: point.coveredDays,
    })),
    newestEvent:
      event === undefined
        ? null
        : {
            day: event.peak,
            title: event.headline?.title ?? null,
            documentId: event.headline?.documentId ?? null,
            stories: event.stories,
            ratio: event.stories / event.expected,
            isOver: event.until !== null,
          },
    outcome: { state: 'ok', code: null, reason: null, at },
    refreshedAt: at,
  }
}

/** The documents of each day that has any. */
export function dailyCounts({ documents }: MeasuredSignal): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { day } of documents) counts.set(day, (counts.get(day) ?? 0) + 1)
  return counts
}

/** The ISO 8601 week of a day: that of its Thursday. */
function weekOf(day: string): string {
  const thursday = addDays(mondayOf(day), 3)
  const number = Math.floor((countDays(`${thursday.slice(0, 4)}-01-01`, thursday) - 1) / 7) + 1
  return `${thursday.slice(0, 4)}-W${String(number).padStart(2, '0')}`
}
