import { forecastSeries, maseScale } from '@auspex/analytics'
import { coverageByDay } from './forecast/coverage-by-day.ts'
import { readM4 } from './forecast/m4.ts'
import { plantCounts } from './forecast/planted-counts.ts'
import type { EvalRow, EvalTask } from './eval.types.ts'

interface Task {
  data: string
  series: readonly { history: readonly number[]; future: readonly number[] }[]
  kind: 'positive' | 'count'
  period: number
  candidates: readonly number[]
  /** The MASE to reach, and its source; null if the seasonal naive of the same run is the reference. */
  bar: { name: string; mase: number } | null
}

/** MASE of the Theta benchmark in the M4 competition's own table. */
const publishedTheta = { weekly: 2.637, hourly: 2.455 }

/** Scores forecasts of M4's weekly and hourly series and of planted daily counts against the actual values. */
export const forecast: EvalTask = {
  name: 'forecast',
  run: async (data) => {
    const folder = data.path('series/m4')
    const [weekly, hourly] = ['Weekly', 'Hourly'].map((name) => (folder === null ? [] : readM4(folder, name)))
    const tasks: Task[] = [
      {
        data: 'M4 weekly, 359 series, 13 weeks',
        series: weekly ?? [],
        kind: 'positive',
        period: 1,
        candidates: [52],
        bar: { name: 'M4 Theta', mase: publishedTheta.weekly },
      },
      {
        data: 'M4 hourly, 414 series, 48 hours',
        series: hourly ?? [],
        kind: 'positive',
        period: 24,
        candidates: [24, 168],
        bar: { name: 'M4 Theta', mase: publishedTheta.hourly },
      },
      {
        data: 'planted daily counts, 300 series, 14 days',
        series: plantCounts({ seed: 11, series: 300, days: 400, horizon: 14 }),
        kind: 'count',
        period: 7,
        candidates: [7],
        bar: null,
      },
      {
        data: 'planted daily counts, 300 series, 28 days',
        series: plantCounts({ seed: 12, series: 300, days: 400, horizon: 28 }),
        kind: 'count',
        period: 7,
        candidates: [7],
        bar: null,
      },
    ]
    return [...tasks.flatMap(toRows), ...coverageByDay()]
  },
}

function toRows({ data, series, kind, period, candidates, bar }: Task): EvalRow[] {
  const scores = series.flatMap(({ history, future }) => {
    const forecastResult = forecastSeries({ values: history, kind, horizon: future.length, period, candidates })
    if ('refused' in forecastResult) return []
    const scale = maseScale(history, period) ?? 1
    const inside = (low: 'low50' | 'low80' | 'low95', high: 'high50' | 'high80' | 'high95') =>
      meanOf(
        future.map((value, step) =>
          value >= (forecastResult.steps[step]?.[low] ?? Infinity) &&
          value <= (forecastResult.steps[step]?.[high] ?? -Infinity)
            ? 1
            : 0,
        ),
      )
    return [
      {
        mase: meanOf(future.map((value, step) => Math.abs(value - (forecastResult.steps[step]?.point ?? 0)))) / scale,
        naive: meanOf(future.map((value, step) => Math.abs(value - lastSeason(history, period, step)))) / scale,
        half: inside('low50', 'high50'),
        most: inside('low80', 'high80'),
        nearlyAll: inside('low95', 'high95'),
      },
    ]
  })
  const mean = (of: (score: (typeof scores)[number]) => number) => (scores.length === 0 ? null : meanOf(scores.map(of)))
  const naive = mean((score) => score.naive)
  const row = (measure: string, value: number | null, atLeastAndMost: EvalRow['bar']): EvalRow => ({
    task: 'forecast',
    data,
    measure,
    value,
    bar: atLeastAndMost,
    baseline: null,
  })
  const seasonalNaive = naive === null ? null : { name: period === 1 ? 'naive' : 'seasonal naive', value: naive }
  return [
    {
      ...row(
        'MASE',
        mean((score) => score.mase),
        { atMost: bar?.mase ?? naive ?? 1 },
      ),
      baseline: bar === null ? seasonalNaive : { name: bar.name, value: bar.mase },
    },
    ...(bar === null || seasonalNaive === null
      ? []
      : [{ ...row('MASE of the baseline', seasonalNaive.value, null), baseline: null }]),
    row(
      '50 % band covers',
      mean((score) => score.half),
      null,
    ),
    row(
      '80 % band covers',
      mean((score) => score.most),
      { atLeast: 0.77, atMost: 0.83 },
    ),
    row(
      '95 % band covers',
      mean((score) => score.nearlyAll),
      null,
    ),
    row('series forecast, of all', series.length === 0 ? null : scores.length / series.length, null),
  ]
}

function lastSeason(history: readonly number[], period: number, step: number): number {
  return history[history.length - period + (step % period)] ?? 0
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
