import type { DailyReport } from '@auspex/analytics'
import type { ForecastDependencies } from './forecast-dependencies.ts'
import type { IssuedForecast, ForecastScore } from './forecasts.repository.ts'

const forecastsPerPass = 50
/** If the library has not reached the last day after this time, it never will: the known days are scored. */
const maxWaitDays = 30
const dayMs = 86_400_000

/** Scores the forecasts whose days are over, and returns how many. A failed one is retried next time. */
export async function scoreDue({ scores, signals, clock, log }: ForecastDependencies): Promise<number> {
  const now = clock.now()
  const reports = new Map<string, DailyReport>()
  let scored = 0
  for (const forecast of await scores.findDue(now.toISOString().slice(0, 10), forecastsPerPass)) {
    try {
      // first, so that one that waits for its library or fails does not delay the others
      await scores.noteLook(forecast.id, now)
      const report = reports.get(forecast.signalId) ?? (await signals.readReport(forecast.signalId))
      reports.set(forecast.signalId, report)
      const waitedDays = (now.getTime() - Date.parse(forecast.lastDay)) / dayMs
      const hasCome = report.provenance === forecast.provenance && report.lastDay >= forecast.lastDay
      if (!hasCome && waitedDays < maxWaitDays) continue
      await scores.saveScore(forecast.id, scoreForecast(forecast, hasCome ? report : null), now)
      scored += 1
    } catch (error) {
      log.warn({ err: error, forecastId: forecast.id }, 'a forecast could not be scored and will be tried again')
    }
  }
  return scored
}

/** Compares a forecast with the actual values; days that no source covered are null and ignored. */
export function scoreForecast(forecast: IssuedForecast, report: DailyReport | null): ForecastScore {
  const came = new Map(
    report?.volume.days.map(({ day, documents, isCovered }) => [day, isCovered ? documents : null]) ?? [],
  )
  return scoreValues(
    forecast,
    forecast.days.map(({ day }) => came.get(day) ?? null),
  )
}

/** Compares a forecast with the values of its days; null is unknown. */
export function scoreValues(forecast: IssuedForecast, actual: readonly (number | null)[]): ForecastScore {
  const score: ForecastScore = {
    state: 'unscorable',
    actual: [...actual],
    days: 0,
    absoluteError: 0,
    naiveAbsoluteError: 0,
    inside50: 0,
    inside80: 0,
    inside95: 0,
  }
  for (const [index, day] of forecast.days.entries()) {
    const value = actual[index] ?? null
    if (value === null) continue
    score.state = 'scored'
    score.days += 1
    score.absoluteError += Math.abs(value - day.point)
    score.naiveAbsoluteError += Math.abs(value - (forecast.naive[index] ?? 0))
    if (value >= day.low50 && value <= day.high50) score.inside50 += 1
    if (value >= day.low80 && value <= day.high80) score.inside80 += 1
    if (value >= day.low95 && value <= day.high95) score.inside95 += 1
  }
  return score
}
