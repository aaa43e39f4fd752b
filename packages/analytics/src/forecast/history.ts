import { foldOrigins } from './backtest.ts'

/** Why a series is not forecast. */
export type ForecastRefusal = 'too-short' | 'patchy' | 'dead'

/** Minimum number of past forecasts for choosing between models. */
export const leastFolds = 4

/** Maximum share of unknown values. */
export const mostUnknown = 0.2

/** Minimum number of values before the first past forecast: four weeks, or three seasons. */
export function leastHistory(period: number): number {
  return Math.max(28, 3 * period)
}

/** Why a series cannot be forecast; null when it can. */
export function refuse(
  values: readonly (number | null)[],
  { horizon, period, kind }: { horizon: number; period: number; kind: 'count' | 'positive' | 'any' },
): ForecastRefusal | null {
  const origins = foldOrigins({
    length: values.length,
    horizon,
    folds: leastFolds,
    leastHistory: leastHistory(period),
  })
  if (origins.length < leastFolds) return 'too-short'
  const isKnown = (value: number | null) => value !== null
  const recent = values.slice(-4 * horizon)
  const unknown = values.filter((value) => value === null).length / values.length
  if (unknown > mostUnknown || recent.filter(isKnown).length < (1 - mostUnknown) * recent.length) return 'patchy'
  const moves = recent.filter(isKnown).filter((value) => kind !== 'count' || value > 0)
  return new Set(moves).size === 0 || moves.length < minMoves ? 'dead' : null
}

/** Minimum number of non-empty days within the last four horizons of counts: fewer only show that little happens. */
const minMoves = 8

/**
 * Fills unknown values with the one a season before, else after, else the nearest known one, so that models see no gap.
 */
export function fillGaps(values: readonly (number | null)[], period: number): Float64Array {
  const filled = Float64Array.from(values, (value) => value ?? Number.NaN)
  for (let index = 0; index < filled.length; index++)
    if (Number.isNaN(filled[index])) filled[index] = filled[index - period] ?? Number.NaN
  for (let index = filled.length - 1; index >= 0; index--)
    if (Number.isNaN(filled[index])) filled[index] = filled[index + period] ?? filled[index + 1] ?? 0
  return filled
}
