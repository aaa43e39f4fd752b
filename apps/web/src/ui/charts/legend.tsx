import { Box, Flex, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import layout from '../layout.module.css'
import textStyles from '../text-styles.module.css'

interface LegendProps {
  items: readonly { readonly key: string; readonly label: string; readonly color: string; readonly line?: boolean }[]
}

export const Legend = ({ items }: LegendProps) => (
  <Group component="ul" className={textStyles.detail} gap="4px 18px">
    {items.map(({ key, label, color, line = false }) => (
      <li key={key} className={layout.inline}>
        <Swatch color={color} line={line} /> {label}
      </li>
    ))}
  </Group>
)

/** The colour of a series beside its name. */
export const Swatch = ({ color, line = false }: { color: string; line?: boolean }) => (
  <Box component="span" flex="none" w={line ? 12 : 10} h={line ? 3 : 10} bdrs={line ? 2 : 3} bg={color} aria-hidden />
)

/** A piece of the dashed line of the usual level, beside its name. */
export const DashSwatch = () => (
  <svg width={18} height={8} aria-hidden>
    <path d="M0 4h18" stroke="var(--ink)" strokeWidth={1.5} strokeDasharray="5 3" />
  </svg>
)

/** A piece of the band that marks what is not covered. */
export const HatchSwatch = () => (
  <svg width={18} height={8} aria-hidden stroke="var(--line-strong)" strokeWidth={2}>
    <path d="M0 8L6 0M6 8L12 0M12 8L18 0" />
  </svg>
)

/** What distinguishes a line from others: colour, dashes and shape, so that no two lines share any of them. */
export interface LineStyle {
  readonly color: string
  /** SVG stroke-dasharray; undefined for a solid line. */
  readonly dash: string | undefined
  readonly shape: LineShape
}

type LineShape = 'circle' | 'square' | 'triangle' | 'diamond' | 'cross'

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

/** Colours of lines that are told apart best from each other and from the surface, in both themes. */
const signalColors = [1, 2, 3, 5, 6, 8, 11].map((number) => `var(--chart-${number})`)

const hashOf = (text: string): number => {
  let hash = 2166136261
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 16777619) >>> 0
  return hash
}

/** The style of each of up to five signals: it follows from the signal, so that it does not depend on the order in which they are compared. */
export const lineStylesOf = (ids: readonly string[]): ReadonlyMap<string, LineStyle> => {
  const styles = new Map<string, LineStyle>()
  const usedColors = new Set<number>()
  for (const [place, id] of ids.toSorted().entries()) {
    let at = hashOf(id) % signalColors.length
    while (usedColors.has(at) && usedColors.size < signalColors.length) at = (at + 1) % signalColors.length
    usedColors.add(at)
    styles.set(id, { ...lineStyleAt(place), color: signalColors[at] ?? secondStyle.color })
  }
  return styles
}

const paths: Record<LineShape, (r: number) => string> = {
  circle: (r) => `M${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`,
  square: (r) => `M${-r} ${-r}h${2 * r}v${2 * r}h${-2 * r}z`,
  triangle: (r) => `M0 ${-1.2 * r}L${1.2 * r} ${r}H${-1.2 * r}z`,
  diamond: (r) => `M0 ${-1.35 * r}L${1.35 * r} 0L0 ${1.35 * r}L${-1.35 * r} 0z`,
  cross: (r) => `M${-r} ${-r}L${r} ${r}M${-r} ${r}L${r} ${-r}`,
}

/** The outline of a shape centred on 0, 0. */
export const shapePath = (shape: LineShape, radius: number): string => paths[shape](radius)

/** A short piece of a line with its marker, beside its name. */
export const LineGlyph = ({ style, bare = false }: { style: LineStyle; bare?: boolean }) => (
  <svg width={28} height={14} viewBox="0 0 28 14" aria-hidden style={{ flex: 'none' }}>
    <line x1={1} x2={27} y1={7} y2={7} strokeWidth={2} strokeDasharray={style.dash} style={{ stroke: style.color }} />
    {!bare && (
      <path
        d={shapePath(style.shape, 3.6)}
        transform="translate(14 7)"
        strokeWidth={1.8}
        style={{ fill: 'var(--surface)', stroke: style.color }}
      />
    )}
  </svg>
)

/** How a change of level is drawn: distinguished by shape, not only by colour. */
export type MarkerKind = 'up' | 'level-up' | 'level-down'

/** The shape of a change: a peak, a step up, a step down. */
export const MarkerGlyph = ({ kind }: { kind: MarkerKind }) => (
  <svg width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="1.8" aria-hidden>
    <path d={markerPaths[kind]} strokeLinecap="round" strokeLinejoin="round" />
  </svg>
)

const markerPaths: Record<MarkerKind, string> = {
  up: 'M1.5 13H5L8 3l3 10h3.5',
  'level-up': 'M1.5 12H8V4h6.5',
  'level-down': 'M1.5 4H8v8h6.5',
}

/** The legend of a map, and beside it what is under the pointer. */
export const MapCaption = ({ children }: { children: ReactNode }) => (
  <Flex component="figcaption" className={textStyles.caption} wrap="wrap" gap="4px 24px" justify="space-between" mt={8}>
    {children}
  </Flex>
)
