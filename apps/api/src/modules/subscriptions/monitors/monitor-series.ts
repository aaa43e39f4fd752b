import { addDays, type MonitorSeries } from '@auspex/analytics'
import type { DailyReport } from '../../signals/index.ts'

type MeasuredSections = Pick<DailyReport, 'volume' | 'tone' | 'inflections' | 'counts'>

/** A year to judge, and the year before it that rules compare with. */
const mostDays = 800

/**
 * The days of a report that a monitor judges: those that have ended. A day that no group covers is
 * unknown. What is compared over time is stories, on shares where the report measures it so.
 */
export function toMonitorSeries({ volume, tone, inflections, counts }: MeasuredSections, today: string): MonitorSeries {
  const days = counts.documents === 0 ? [] : volume.days.filter(({ day }) => day < today).slice(-mostDays)
  const toneOf = new Map(tone.days.map((one) => [one.day, one]))
  return {
    firstDay: days[0]?.day ?? addDays(today, -1),
    counts: days.map(({ documents, isCovered }) => (isCovered ? documents : null)),
    stories: days.map(({ firstTellings, isCovered }) => (isCovered ? firstTellings : null)),
    ...(inflections.basis === 'share' && { exposure: days.map(({ total }) => total) }),
    tones: days.map(({ day }) => {
      const found = toneOf.get(day)
      const known = found === undefined ? 0 : found.positive + found.neutral + found.negative
      return { known, mean: found?.mean ?? 0 }
    }),
    factor: counts.sampled && counts.sampleFraction > 0 ? 1 / counts.sampleFraction : 1,
  }
}
