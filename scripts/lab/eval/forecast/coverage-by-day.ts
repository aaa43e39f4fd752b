import { type ForecastInput, forecastSeries } from '@auspex/analytics'
import type { EvalRow } from '../eval.types.ts'
import { plantCounts } from './planted-counts.ts'
import { plantPrices } from './planted-prices.ts'

/**
 * Enough to estimate a coverage near 80 % to 0.7 points: with half as many, one of 28 figures missed its bounds, and with four times as many it was
 * back within them.
 */
const series = 3000

/** A seed for development, and one that is used once, after development has ended. */
const seeds = { development: 777, locked: 90_210 }

interface Task {
  what: string
  plant: (seed: number) => { history: number[]; future: number[] }[]
  /** As in the product: one path, which is cut for shorter horizons. */
  input: Omit<ForecastInput, 'values'>
  days: readonly number[]
}

const tasks: readonly Task[] = [
  {
    what: 'prices',
    plant: (seed) => plantPrices({ seed, series, horizon: 60 }),
    input: { kind: 'positive', horizon: 60, period: 1, candidates: [], isWalk: true },
    days: [1, 2, 5, 10, 20, 30, 60],
  },
  {
    what: 'documents',
    plant: (seed) => plantCounts({ seed, series, days: 400, horizon: 28 }),
    input: { kind: 'count', horizon: 28, period: 7, candidates: [7, 365] },
    days: [1, 2, 5, 10, 14, 20, 28],
  },
]

/** How often the 80 % band contains the value of each forecast day, over planted series whose future is known. */
export function coverageByDay(): EvalRow[] {
  return tasks.flatMap((task) => Object.entries(seeds).flatMap(([name, seed]) => coverageOf(task, { name, seed })))
}

function coverageOf({ what, plant, input, days }: Task, { name, seed }: { name: string; seed: number }): EvalRow[] {
  const forecasts = plant(seed).flatMap(({ history, future }) => {
    const forecast = forecastSeries({ ...input, values: history })
    return 'refused' in forecast ? [] : [{ future, steps: forecast.steps }]
  })
  return days.map((day) => ({
    task: 'forecast',
    data: `planted ${what}, ${forecasts.length.toLocaleString('en')} series, ${name} seed`,
    measure: `80 % band covers day ${day}`,
    value: forecasts.filter(({ future, steps }) => isInside(future[day - 1], steps[day - 1])).length / forecasts.length,
    bar: { atLeast: 0.77, atMost: 0.83 },
    baseline: null,
  }))
}

function isInside(value: number | undefined, band: { low80: number; high80: number } | undefined): boolean {
  return value !== undefined && band !== undefined && value >= band.low80 && value <= band.high80
}
