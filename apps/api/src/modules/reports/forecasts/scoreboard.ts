import { wilsonInterval } from '@auspex/analytics'
import type { BandCoverage, ModelScore, Scoreboard, StoredForecast } from '@auspex/sdk/types'
import { type PageInfo, type PageRequest, toPageInfo } from '../../../kernel/page.ts'
import type { ForecastDependencies } from './forecast-dependencies.ts'
import type { ScoreSums } from './forecast-scores.repository.ts'
import type { ForecastFilter, ScoredForecast } from './forecasts.repository.ts'

const method =
  'Every forecast that was shown is stored once a day, signal and horizon, and scored when the library has reached its last day: MASE is the mean absolute error over that of repeating the last week in the history; coverage counts days inside a band.'
const note =
  'Days of one forecast rise and fall together, so the intervals are narrower than they should be. Only signals that somebody looked at are forecast. Back-tests of archives are forecast from before their last weeks, and add to no number of forecasts.'

/** Totals over all forecasts. They name no signal. */
export async function readScoreboard({ scores, clock }: ForecastDependencies): Promise<Scoreboard> {
  const sums = await scores.sumUp()
  const realForecasts = sums.filter(({ isBacktest }) => !isBacktest)
  const total = (of: (sum: ScoreSums) => number) => realForecasts.reduce((all, one) => all + of(one), 0)
  return {
    asOf: clock.now().toISOString().slice(0, 10),
    issued: total(({ issued }) => issued),
    scored: total(({ scored }) => scored),
    backtests: sums.filter(({ isBacktest }) => isBacktest).reduce((all, { issued }) => all + issued, 0),
    items: sums.map(toModelScore),
    method,
    note,
  }
}

function toModelScore({ scaledError, naiveScaledError, inside50, inside80, inside95, ...sums }: ScoreSums): ModelScore {
  const days = sums.daysScored
  return {
    ...sums,
    mase: days === 0 ? null : scaledError / days,
    naiveMase: days === 0 ? null : naiveScaledError / days,
    coverage: [toCoverage(0.5, inside50, days), toCoverage(0.8, inside80, days), toCoverage(0.95, inside95, days)],
  }
}

function toCoverage(level: number, inside: number, days: number): BandCoverage {
  const interval = wilsonInterval(inside, days)
  return {
    level,
    inside,
    days,
    share: days === 0 ? null : inside / days,
    low: interval?.low ?? null,
    high: interval?.high ?? null,
  }
}

/** Forecasts with their outcomes, newest first. */
export async function listForecasts(
  { page, ...filter }: ForecastFilter & { page: PageRequest },
  { forecasts }: ForecastDependencies,
): Promise<{ items: StoredForecast[]; page: PageInfo }> {
  const { items, total } = await forecasts.list(filter, page)
  return { items: items.map(toStoredForecast), page: toPageInfo(page, total) }
}

/** Maps a stored forecast to the contract. */
function toStoredForecast({
  score,
  scale,
  lastDay: _lastDay,
  models: _models,
  backtestMase: _mase,
  ...issued
}: ScoredForecast): StoredForecast {
  const days = score?.days ?? 0
  return {
    ...issued,
    actual: score?.actual ?? [],
    state: score?.state ?? 'open',
    daysScored: days,
    mase: score === null || days === 0 ? null : score.absoluteError / days / scale,
    naiveMase: score === null || days === 0 ? null : score.naiveAbsoluteError / days / scale,
    inside80: score === null || days === 0 ? null : score.inside80,
  }
}
