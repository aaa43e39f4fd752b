import type { ForecastDay, ForecastHistoryDay } from '@auspex/sdk'
import { formatDay, formatDayOfMonth } from '../../../lib/format.ts'
import type { ChartTick } from '../../../ui/charts/chart-model.ts'
import type { Plot } from '../../../ui/charts/column-marks.tsx'

/** A day of the chart: one that is known, or one that is forecast. */
export interface FanStep {
  readonly day: string
  /** Null where the day was not covered, and of days to come. */
  readonly documents: number | null
  readonly forecast: ForecastDay | null
}

/** Days before the forecast that are shown for each day of it, so that the coming weeks are wide enough to read. */
const historyPerDay = 3

export const fanSteps = (history: readonly ForecastHistoryDay[], days: readonly ForecastDay[]): readonly FanStep[] => [
  ...history.slice(-historyPerDay * days.length).map(({ day, documents }) => ({ day, documents, forecast: null })),
  ...days.map((forecast) => ({ day: forecast.day, documents: null, forecast })),
]

/** The top of the axis: everything but the tail of the widest band, which one loud day could stretch. */
export const fanTop = (steps: readonly FanStep[]): number =>
  steps.reduce((top, { documents, forecast }) => Math.max(top, documents ?? 0, forecast?.high95 ?? 0), 1)

/** A day of every week; the first of a year says which. */
export const fanTicks = (steps: readonly FanStep[]): readonly ChartTick[] =>
  steps.flatMap(({ day }, index) => {
    if (index % 7 !== 3) return []
    const isOfNewYear = index < 7 || steps[index - 7]?.day.slice(0, 4) !== day.slice(0, 4)
    return [{ index, label: isOfNewYear ? formatDay(day) : formatDayOfMonth(day) }]
  })

const at = (value: number) => value.toFixed(1)

/** The area between two lines over the days that are forecast, from middle to middle. */
export const bandPath = (
  steps: readonly FanStep[],
  plot: Plot,
  ends: (forecast: ForecastDay) => readonly [low: number, high: number],
): string => {
  const points = steps.flatMap(({ forecast }, index) => (forecast === null ? [] : [{ index, ends: ends(forecast) }]))
  const place = (index: number, value: number) => `${at(xOf(index, steps.length, plot))} ${at(yOf(value, plot))}`
  const over = points.map(({ index, ends: [, high] }) => place(index, high))
  const under = points.toReversed().map(({ index, ends: [low] }) => place(index, low))
  return points.length === 0 ? '' : `M${[...over, ...under].join('L')}Z`
}

/** The line of the medians. */
export const pointPath = (steps: readonly FanStep[], plot: Plot): string =>
  steps
    .flatMap(({ forecast }, index) =>
      forecast === null ? [] : [`${at(xOf(index, steps.length, plot))} ${at(yOf(forecast.point, plot))}`],
    )
    .map((place, index) => `${index === 0 ? 'M' : 'L'}${place}`)
    .join('')

export const xOf = (index: number, count: number, plot: Plot): number =>
  plot.left + ((index + 0.5) * plot.width) / count

export const yOf = (value: number, plot: Plot): number =>
  plot.top + plot.height * (1 - Math.min(1, Math.max(0, value / plot.max)))
