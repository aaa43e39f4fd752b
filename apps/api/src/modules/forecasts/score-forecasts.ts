import type { Clock } from '../../kernel/clock.ts'
import type { Logger } from '../../kernel/logger.ts'
import type { DailyReport, Signals } from '../signals/index.ts'
import type { ForecastScore, ForecastsRepository, IssuedForecast } from './forecasts.repository.ts'

export interface ScoreDependencies {
  repository: ForecastsRepository
  signals: Pick<Signals, 'readReport'>
  clock: Clock
  log: Pick<Logger, 'warn'>
}

const batch = 50
/** A library that has not reached the last day so long after it will not: what is known then is scored. */
const patienceDays = 30
const dayMs = 86_400_000

/** Scores the forecasts whose days have come, and says how many. One that fails is tried again the next time. */
export async function scoreDue({ repository, signals, clock, log }: ScoreDependencies): Promise<number> {
  const now = clock.now()
  const reports = new Map<string, DailyReport>()
  let scored = 0
  for (const forecast of await repository.findDue(now.toISOString().slice(0, 10), batch)) {
    try {
      // before, so that one that waits for its library or fails does not hold up the others
      await repository.noteLook(forecast.id, now)
      const report = reports.get(forecast.signalId) ?? (await signals.readReport(forecast.signalId))
      reports.set(forecast.signalId, report)
      const waitedDays = (now.getTime() - Date.parse(forecast.lastDay)) / dayMs
      const hasCome = report.provenance === forecast.provenance && report.lastDay >= forecast.lastDay
      if (!hasCome && waitedDays < patienceDays) continue
      await repository.saveScore(forecast.id, scoreForecast(forecast, hasCome ? report : null), now)
      scored += 1
    } catch (error) {
      log.warn({ err: error, forecastId: forecast.id }, 'a forecast could not be scored and will be tried again')
    }
  }
  return scored
}

/** Compares a forecast with what came; days that no source covered are null and count for nothing. */
export function scoreForecast(forecast: IssuedForecast, report: Pick<DailyReport, 'volume'> | null): ForecastScore {
  const came = new Map(
    report?.volume.days.map(({ day, documents, isCovered }) => [day, isCovered ? documents : null]) ?? [],
  )
  const actual = forecast.days.map(({ day }) => came.get(day) ?? null)
  const score: ForecastScore = {
    state: 'unscorable',
    actual,
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
