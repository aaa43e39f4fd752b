import { type ChartTick, niceTicks, fittedScale, type LinePlot, type Scale, xAt, yAt } from './chart-model.ts'

/** The forecast of one day: its median, and the bounds of its bands. */
interface FanBands {
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
interface FanPlace {
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

/** The legend of a fan chart; `past` describes the known values of the days before it. */
export const fanLegend = (past: { readonly label: string; readonly line?: boolean }) => [
  { key: 'known', color: 'var(--chart-1)', ...past },
  { key: 'point', label: 'Forecast (median)', color: 'var(--ink)', line: true },
  { key: 'half', label: '50% band', color: 'color-mix(in srgb, var(--chart-1) 48%, var(--surface))' },
  { key: 'most', label: '80%', color: 'color-mix(in srgb, var(--chart-1) 30%, var(--surface))' },
  { key: 'all', label: '95%', color: 'color-mix(in srgb, var(--chart-1) 16%, var(--surface))' },
]

/** The header of a fan chart's file; `past` names the known value of a day. */
export const fanHeader = (past: string) => [
  'day',
  past,
  'forecast',
  'low50',
  'high50',
  'low80',
  'high80',
  'low95',
  'high95',
]

/** A day of a fan chart in those columns; null where nothing is known or forecast. */
export const fanRow = ({ day, actual, forecast }: FanStep) => [
  day,
  actual,
  forecast?.point ?? null,
  forecast?.low50 ?? null,
  forecast?.high50 ?? null,
  forecast?.low80 ?? null,
  forecast?.high80 ?? null,
  forecast?.low95 ?? null,
  forecast?.high95 ?? null,
]
