import type { LineStyle } from './legend.tsx'

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

export interface StyledLine {
  readonly key: string
  readonly label: string
  readonly style: LineStyle
  /** A value for each step; null is a gap. */
  readonly values: readonly (number | null)[]
  /** Drawn without shapes on it. */
  readonly shapeless?: boolean
}

/** A line with its own axis on the right. */
export interface SecondLine extends StyledLine {
  readonly format: (value: number) => string
}

/** An axis from its lowest to its highest tick. */
export interface Scale {
  readonly min: number
  readonly max: number
  readonly ticks: readonly number[]
}

/** One scale for all lines, from 0. */
export const commonScale = (lines: readonly StyledLine[]): Scale => {
  const top = lines.reduce(
    (max, { values }) => values.reduce<number>((high, value) => Math.max(high, value ?? 0), max),
    0,
  )
  const ticks = niceTicks(top)
  return { min: 0, max: ticks.at(-1) ?? 1, ticks }
}

/** A scale fitted to a series, for prices, which are far from 0. */
export const fittedScale = (values: readonly (number | null)[]): Scale => {
  const knownValues = values.filter((value) => value !== null)
  if (knownValues.length === 0) return { min: 0, max: 1, ticks: [] }
  const low = knownValues.reduce((a, b) => Math.min(a, b))
  const high = knownValues.reduce((a, b) => Math.max(a, b))
  const step = niceTicks(Math.max(high - low, Math.abs(high) * 1e-6))[1] ?? 1
  const min = Math.floor(low / step) * step
  const count = Math.max(1, Math.ceil((high - min) / step - 1e-9))
  const ticks = Array.from({ length: count + 1 }, (_, index) => Number((min + index * step).toPrecision(12)))
  return { min, max: ticks.at(-1) ?? min + step, ticks }
}

export interface LinePlot {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export const xAt = (index: number, steps: number, { left, width }: LinePlot): number =>
  left + ((index + 0.5) * width) / Math.max(1, steps)

export const yAt = (value: number, { min, max }: Scale, { top, height }: LinePlot): number =>
  top + height * (1 - (value - min) / (max - min || 1))

/** A path broken at gaps; a point between two gaps is a dot. */
export const brokenPath = (values: readonly (number | null)[], scale: Scale, plot: LinePlot): string =>
  pathWithGaps(values, { x: (index) => xAt(index, values.length, plot), y: (value) => yAt(value, scale, plot) })

/** The same where a chart places its points itself. */
export const pathWithGaps = (
  values: readonly (number | null)[],
  { x, y }: { x: (index: number) => number; y: (value: number) => number },
): string =>
  knownSpans(values)
    .map(([first, last]) => {
      const points = values
        .slice(first, last + 1)
        .map((value, at) => `${x(first + at).toFixed(2)} ${y(value ?? 0).toFixed(2)}`) // none is null
      return `M${points.join('L')}${first === last ? 'h0.01' : ''}`
    })
    .join('')

/** Runs of steps with a value, both ends inclusive: a line is broken between them. */
export const knownSpans = (values: readonly (number | null)[]): readonly Span[] =>
  spansOf(values.length, (index) => values[index] != null)

/** Spans of steps at which no line has a value, both ends inclusive. */
export const emptySpans = (lines: readonly StyledLine[], steps: number): readonly Span[] =>
  spansOf(steps, (index) => lines.every(({ values }) => values[index] == null))

type Span = readonly [first: number, last: number]

/** Runs of consecutive steps that have a property. */
const spansOf = (steps: number, has: (index: number) => boolean): readonly Span[] => {
  const spans: [number, number][] = []
  for (let index = 0; index < steps; index++) {
    if (!has(index)) continue
    const last = spans.at(-1)
    if (last?.[1] === index - 1) last[1] = index
    else spans.push([index, index])
  }
  return spans
}

/** Positions of labels close to the requested heights, at least `gap` apart, within top and bottom. */
export const spreadLabels = (
  heights: readonly number[],
  { gap, top, bottom }: { gap: number; top: number; bottom: number },
): readonly number[] => {
  const order = heights.map((y, index) => ({ y, index })).toSorted((a, b) => a.y - b.y)
  let before = top - gap
  for (const label of order) {
    label.y = Math.max(label.y, before + gap)
    before = label.y
  }
  let after = bottom + gap
  for (const label of order.toReversed()) {
    label.y = Math.min(label.y, after - gap)
    after = label.y
  }
  return order.toSorted((a, b) => a.index - b.index).map(({ y }) => y)
}

/** The ends of a vertical line over the whole plot. */
export const uprightAt = (x: number, { top, height }: LinePlot) => ({
  x1: x,
  x2: x,
  y1: top,
  y2: top + height,
})
