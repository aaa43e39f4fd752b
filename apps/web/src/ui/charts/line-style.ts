/** What distinguishes a line from others: colour, dashes and shape, so that no two lines share any of them. */
export interface LineStyle {
  readonly color: string
  /** SVG stroke-dasharray; undefined for a solid line. */
  readonly dash: string | undefined
  readonly shape: LineShape
}

export type LineShape = 'circle' | 'square' | 'triangle' | 'diamond' | 'cross'

/** The maximum number of lines in one chart: a sixth would be indistinguishable. The theme tests check the colours for colour blindness. */
export const lineStyles: readonly LineStyle[] = [
  { color: 'var(--chart-1)', dash: undefined, shape: 'circle' },
  { color: 'var(--chart-2)', dash: '8 4', shape: 'square' },
  { color: 'var(--chart-3)', dash: '2 4', shape: 'triangle' },
  { color: 'var(--chart-4)', dash: '12 4 2 4', shape: 'diamond' },
  { color: 'var(--chart-5)', dash: '5 2', shape: 'cross' },
]

/** A line that is not a signal, such as a price, on its own axis: thin, grey, solid, and without shapes. */
export const secondStyle: LineStyle = { color: 'var(--ink-3)', dash: undefined, shape: 'circle' }

export const lineStyleAt = (index: number): LineStyle => lineStyles[index % lineStyles.length] ?? secondStyle

const paths: Record<LineShape, (r: number) => string> = {
  circle: (r) => `M${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`,
  square: (r) => `M${-r} ${-r}h${2 * r}v${2 * r}h${-2 * r}z`,
  triangle: (r) => `M0 ${-1.2 * r}L${1.2 * r} ${r}H${-1.2 * r}z`,
  diamond: (r) => `M0 ${-1.35 * r}L${1.35 * r} 0L0 ${1.35 * r}L${-1.35 * r} 0z`,
  cross: (r) => `M${-r} ${-r}L${r} ${r}M${-r} ${r}L${r} ${-r}`,
}

/** The outline of a shape centred on 0, 0. */
export const shapePath = (shape: LineShape, radius: number): string => paths[shape](radius)
