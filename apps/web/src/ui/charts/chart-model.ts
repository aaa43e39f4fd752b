/** The data that charts draw. Null means "not known" and is drawn as missing, never as 0. */
export interface ChartColumn {
  readonly key: string
  /** The title of the column: "Week of 3 Mar 2025". */
  readonly title: string
  /** A value for each series, stacked from the first up. */
  readonly values: readonly (number | null)[]
  /** The column covers less than its whole span, such as a month that has not ended. */
  readonly partial: boolean
  /** A remark for the reader about the column. */
  readonly note?: string
}

export interface ChartSeries {
  readonly key: string
  readonly label: string
  /** A CSS colour. */
  readonly color: string
}

/** A line over the columns with its own axis, from 0 to its maximum. */
export interface ChartLine extends ChartSeries {
  readonly values: readonly (number | null)[]
  readonly format: (value: number) => string
}

export interface ChartTick {
  readonly index: number
  readonly label: string
  /** Stays when ticks are thinned, such as the January of a year. */
  readonly major?: boolean
}

/** The sum of a stack; null if none of its values is known. */
export const stackTotal = (values: readonly (number | null)[]): number | null => {
  const knownValues = values.filter((value) => value !== null)
  return knownValues.length === 0 ? null : knownValues.reduce((sum, value) => sum + value, 0)
}

/**
 * Round axis values from 0 up to at least max, about `count` of them. Values of counts are whole: an axis of 2.5, 5 and 7.5
 * documents would be labelled 3, 5, 8.
 */
export const niceTicks = (max: number, count = 4, isCounted = false): readonly number[] => {
  if (!(max > 0)) return [0, 1]
  const rough = isCounted ? Math.max(1, max / count) : max / count
  const power = 10 ** Math.floor(Math.log10(rough))
  const factors = isCounted && power === 1 ? [1, 2, 5, 10] : [1, 2, 2.5, 5, 10]
  const step = (factors.find((factor) => factor * power >= rough) ?? 10) * power
  const ticks = Math.ceil(max / step - 1e-9)
  return Array.from({ length: ticks + 1 }, (_, index) => Number((index * step).toPrecision(12)))
}

/** As many of the ticks as fit without touching, thinned evenly around a major one. */
export const thinTicks = (ticks: readonly ChartTick[], room: number): readonly ChartTick[] => {
  const rough = ticks.length / Math.max(1, room)
  // Divisors of twelve, so that the same months are labelled in every year.
  const every = [1, 2, 3, 4, 6, 12].find((step) => step >= rough) ?? Math.ceil(rough)
  const anchor = Math.max(
    0,
    ticks.findIndex((tick) => tick.major),
  )
  return ticks.filter((_, index) => (index - anchor) % every === 0)
}
