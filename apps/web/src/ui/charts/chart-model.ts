/** What the charts draw. Null is "not known" and is drawn as missing, never as 0. */
export interface ChartColumn {
  readonly key: string
  /** How the column is called: "Week of 3 Mar 2025". */
  readonly title: string
  /** A value for each series, stacked from the first up. */
  readonly values: readonly (number | null)[]
  /** The column covers less than its whole span, such as a month that has not ended. */
  readonly partial: boolean
  /** What a reader should know of the column. */
  readonly note?: string
}

export interface ChartSeries {
  readonly key: string
  readonly label: string
  /** A CSS colour. */
  readonly color: string
}

/** A line over the columns with an axis of its own, from 0 to its maximum. */
export interface ChartLine extends ChartSeries {
  readonly values: readonly (number | null)[]
  readonly format: (value: number) => string
}

export interface ChartTick {
  readonly index: number
  readonly label: string
  /** Kept when ticks are thinned, such as the January of a year. */
  readonly major?: boolean
}

/** The sum of a stack; null when nothing of it is known. */
export const stackTotal = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
}

/**
 * Round axis values from 0 up to at least max, about `count` of them. Of what is counted they are whole: an axis of 2.5, 5 and 7.5 documents
 * would be written 3, 5, 8.
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

/** As many of the ticks as fit without touching, evenly thinned around a major one. */
export const thinTicks = (ticks: readonly ChartTick[], room: number): readonly ChartTick[] => {
  const rough = ticks.length / Math.max(1, room)
  // Divisors of twelve, so that the same months are named in every year.
  const every = [1, 2, 3, 4, 6, 12].find((step) => step >= rough) ?? Math.ceil(rough)
  const anchor = Math.max(
    0,
    ticks.findIndex((tick) => tick.major),
  )
  return ticks.filter((_, index) => (index - anchor) % every === 0)
}
