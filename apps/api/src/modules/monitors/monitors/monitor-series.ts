import { addDays, type DailyReport, type MonitorSeries } from '@auspex/analytics'

/** One year to judge, and the year before it for comparison. */
const maxDays = 800

/**
 * The days of a report that a monitor judges: completed days up to the last covered one. Later days may still be covered, from a source imported
 * weekly or an archive that is continued, and are judged then. A day in between that no group covers is unknown. Comparisons over time use stories,
 * and shares where the report measures by shares.
 */
export function toMonitorSeries({ volume, tone, inflections, counts }: DailyReport, today: string): MonitorSeries {
  const endedDays = counts.documents === 0 ? [] : volume.days.filter(({ day }) => day < today)
  const days = endedDays.slice(0, endedDays.findLastIndex(({ isCovered }) => isCovered) + 1).slice(-maxDays)
  const toneOf = new Map(tone.days.map((eachDay) => [eachDay.day, eachDay]))
  return {
    firstDay: days[0]?.day ?? addDays(today, -1),
    counts: days.map(({ documents, isCovered }) => (isCovered ? documents : null)),
    stories: days.map(({ firstTellings, isCovered }) => (isCovered ? firstTellings : null)),
    ...(inflections.basis === 'share' && { exposure: days.map(({ total }) => total) }),
    tones: days.map(({ day }) => {
      const dayTone = toneOf.get(day)
      const knownTones = dayTone === undefined ? 0 : dayTone.positive + dayTone.neutral + dayTone.negative
      return { known: knownTones, mean: dayTone?.mean ?? 0 }
    }),
    factor: counts.sampled && counts.sampleFraction > 0 ? 1 / counts.sampleFraction : 1,
  }
}
