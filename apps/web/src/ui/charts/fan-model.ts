import type { ChartTick } from './chart-model.ts'
import { niceTicks } from './chart-model.ts'
import { fittedScale, type LinePlot, type Scale, xAt, yAt } from './line-model.ts'

/** The forecast of one day: its median, and the bounds of its bands. */
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
  /** Null if the day's value is not known, and for future days; in a back-test, the actual outcome. */
  readonly actual: number | null
  readonly forecast: FanBands | null
}

/** How many days of history are shown for each forecast day, so that the coming weeks are wide enough to read. */
const historyPerDay = 3

export const fanSteps = (
  history: readonly Pick<FanStep, 'day' | 'actual'>[],
  days: readonly (FanBands & { readonly day: string })[],
  outcomes: readonly (number | null)[] = [],
): readonly FanStep[] => [
  ...history.slice(-historyPerDay * days.length).map(({ day, actual }) => ({ day, actual, forecast: null })),
  ...days.map((forecast, index) => ({ day: forecast.day, actual: outcomes[index] ?? null, forecast })),
]

/** From 0 up to the highest value or the top of the widest band, for counts. */
export const countScale = (steps: readonly FanStep[]): Scale => {
  const top = steps.reduce((max, { actual, forecast }) => Math.max(max, actual ?? 0, forecast?.high95 ?? 0), 1)
  const ticks = niceTicks(top, 4, true)
  return { min: 0, max: ticks.at(-1) ?? 1, ticks }
}

/** Fitted to the values themselves, for prices, which are far from 0. */
export const priceScale = (steps: readonly FanStep[]): Scale =>
  fittedScale(steps.flatMap(({ actual, forecast }) => (forecast ? [forecast.low95, forecast.high95] : [actual])))

/** One tick every seven days; the first of a year includes it. */
export const fanTicks = (
  steps: readonly FanStep[],
  format: (day: string, isOfNewYear: boolean) => string,
): readonly ChartTick[] =>
  steps.flatMap(({ day }, index) => {
    if (index % 7 !== 3) return []
    const isOfNewYear = index < 7 || steps[index - 7]?.day.slice(0, 4) !== day.slice(0, 4)
    return [{ index, label: format(day, isOfNewYear) }]
  })

/** The plot and the scale that values are drawn on. */
export interface FanPlace {
  readonly plot: LinePlot
  readonly scale: Scale
}

const at = (value: number) => value.toFixed(1)

/** The area between two lines over the forecast days, from middle to middle. */
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
