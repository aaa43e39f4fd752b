import type { ChartTick } from './chart-model.ts'
import { niceTicks } from './chart-model.ts'
import { fittedScale, type LinePlot, type Scale, xAt, yAt } from './line-model.ts'

/** A forecast of one day: its median, and the ends of its bands. */
export interface FanBands {
  readonly point: number
  readonly low50: number
  readonly high50: number
  readonly low80: number
  readonly high80: number
  readonly low95: number
  readonly high95: number
}

/** A day of the chart: an actual value, or a forecast. */
export interface FanStep {
  readonly day: string
  /** Null when the day's value is not known, and for days to come. */
  readonly actual: number | null
  readonly forecast: FanBands | null
}

/** Days before the forecast that are shown for each day of it, so that the coming weeks are wide enough to read. */
const historyPerDay = 3

export const fanSteps = (
  history: readonly Pick<FanStep, 'day' | 'actual'>[],
  days: readonly (FanBands & { readonly day: string })[],
): readonly FanStep[] => [
  ...history.slice(-historyPerDay * days.length).map(({ day, actual }) => ({ day, actual, forecast: null })),
  ...days.map((forecast) => ({ day: forecast.day, actual: null, forecast })),
]

/** From 0 up to the loudest day or the widest band, as counts need it. */
export const countScale = (steps: readonly FanStep[]): Scale => {
  const top = steps.reduce((max, { actual, forecast }) => Math.max(max, actual ?? 0, forecast?.high95 ?? 0), 1)
  const ticks = niceTicks(top, 4, true)
  return { min: 0, max: ticks.at(-1) ?? 1, ticks }
}

/** Around the values themselves, as prices need it, which are far from 0. */
export const priceScale = (steps: readonly FanStep[]): Scale =>
  fittedScale(steps.flatMap(({ actual, forecast }) => (forecast ? [forecast.low95, forecast.high95] : [actual])))

/** A day of every seven; the first of a year is written with it. */
export const fanTicks = (
  steps: readonly FanStep[],
  format: (day: string, isOfNewYear: boolean) => string,
): readonly ChartTick[] =>
  steps.flatMap(({ day }, index) => {
    if (index % 7 !== 3) return []
    const isOfNewYear = index < 7 || steps[index - 7]?.day.slice(0, 4) !== day.slice(0, 4)
    return [{ index, label: format(day, isOfNewYear) }]
  })

/** What is drawn where. */
export interface FanPlace {
  readonly plot: LinePlot
  readonly scale: Scale
}

const at = (value: number) => value.toFixed(1)

/** The area between two lines over the days that are forecast, from middle to middle. */
export const bandPath = (
  steps: readonly FanStep[],
  { plot, scale }: FanPlace,
  ends: (forecast: FanBands) => readonly [low: number, high: number],
): string => {
  const points = steps.flatMap(({ forecast }, index) => (forecast === null ? [] : [{ index, ends: ends(forecast) }]))
  const place = (index: number, value: number) => `${at(xAt(index, steps.length, plot))} ${at(yAt(value, scale, plot))}`
  const over = points.map(({ index, ends: [, high] }) => place(index, high))
  const under = points.toReversed().map(({ index, ends: [low] }) => place(index, low))
  return points.length === 0 ? '' : `M${[...over, ...under].join('L')}Z`
}

/** The line of the medians. */
export const pointPath = (steps: readonly FanStep[], { plot, scale }: FanPlace): string =>
  steps
    .flatMap(({ forecast }, index) =>
      forecast === null ? [] : [`${at(xAt(index, steps.length, plot))} ${at(yAt(forecast.point, scale, plot))}`],
    )
    .map((place, index) => `${index === 0 ? 'M' : 'L'}${place}`)
    .join('')
