import { foldsPerHorizon, type PastForecast } from './backtest.ts'

export const ensembleName = 'weighted ensemble'

/** How fast a weight falls with the error: a model with twice the error weighs one sixteenth. */
const sharpness = 4

/**
 * Combines models by their past performance: weights are the inverse of the mean error to the fourth power; points are on the working scale. After
 * Bates & Granger (1969), The combination of forecasts, OR Quarterly 20, who use the second power of the squared error.
 */
export function combine(points: ReadonlyMap<string, Float64Array>, errors: ReadonlyMap<string, number>): Float64Array {
  const [first] = points.values()
  const joined = new Float64Array(first?.length ?? 0)
  let total = 0
  for (const [name, steps] of points) {
    const weight = 1 / Math.max(errors.get(name) ?? 1, 1e-9) ** sharpness
    total += weight
    for (let step = 0; step < joined.length; step++) joined[step] = (joined[step] ?? 0) + weight * (steps[step] ?? 0)
  }
  return joined.map((sum) => sum / total)
}

/** What the ensemble would have forecast at each origin, weighted by the errors of the forecasts that had ended by then; equally where none had. */
export function pastEnsemble(
  past: ReadonlyMap<string, readonly PastForecast[]>,
  errors: ReadonlyMap<string, readonly number[]>,
): PastForecast[] {
  const [some = []] = past.values()
  return some.map(({ origin }, fold) => {
    const points = new Map<string, Float64Array>()
    const known = new Map<string, number>()
    for (const [name, made] of past) {
      const one = made[fold]
      if (one !== undefined) points.set(name, one.points)
      const endedErrors = errors.get(name)?.slice(fold + foldsPerHorizon) ?? []
      known.set(name, endedErrors.length === 0 ? 1 : meanOf(endedErrors))
    }
    return { origin, points: combine(points, known) }
  })
}

/** The mean; 0 for an empty list. */
export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}
