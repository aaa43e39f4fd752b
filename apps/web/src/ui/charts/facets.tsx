import { Flex } from '@mantine/core'
import { memo, type PointerEvent, type ReactNode, useMemo } from 'react'
import { pathWithGaps } from './chart-model.ts'
import { useBrush } from './chart-selection.tsx'
import textStyles from '../text-styles.module.css'
import classes from './charts.module.css'

export interface Facet {
  readonly key: string
  readonly title: string
  /** A CSS colour. */
  readonly color: string
  /** A value for each step; null is unknown, and drawn as a gap. */
  readonly values: readonly (number | null)[]
  /** What is said of it while no step is pointed at: its total, its peak. */
  readonly note: string
}

/** Lines on one scale, each in front of the others in grey; or columns, each on a scale of its own. */
type FacetMark = 'line' | 'column'

interface FacetsProps {
  /** The accessible name of all of them. */
  label: string
  facets: readonly Facet[]
  /** The name of each step, and of both ends of the axis. */
  titles: readonly string[]
  ends: readonly [string, string]
  mark: FacetMark
  valueFormat: (value: number | null) => string
  /** Called when a span of steps was selected. */
  onSelect: (first: number, last: number) => void
  /** Called with a step and the facet that was pressed there; by keys, the one with the largest value. */
  onOpen?: (index: number, key: string) => void
}

const height = 84
/** The largest value ends below the top edge, so that its line is not cut off. */
const plotHeight = height - 2

const maxOf = (values: readonly (number | null)[]): number =>
  values.reduce<number>((max, value) => Math.max(max, value ?? 0), 0)

/** Points in the middle of their steps. */
const linePath = (values: readonly (number | null)[], max: number): string =>
  pathWithGaps(values, { x: (index) => index + 0.5, y: (value) => height - (value / max) * plotHeight })

/** Space before a column, and its width, as parts of a step. */
const columnGap = 0.08
const columnWidth = 0.84

const columnsPath = (values: readonly (number | null)[], max: number): string =>
  values
    .map((value, index) => {
      if (!value) return ''
      const tall = Math.max(1, (value / max) * plotHeight)
      return `M${(index + columnGap).toFixed(2)} ${height}v${(-tall).toFixed(1)}h${columnWidth}v${tall.toFixed(1)}z`
    })
    .join('')

/** The steps at which nothing is known, as a path along the axis. */
const gapsPath = (values: readonly (number | null)[]): string =>
  values.map((value, index) => (value === null ? `M${index} ${height + 3}h1` : '')).join('')

const noFacets: readonly Facet[] = []

/** Small charts on a common time axis. One cursor moves over all of them, by mouse, touch or keys. */
export const Facets = ({ label, facets, titles, ends, mark, valueFormat, onSelect, onOpen }: FacetsProps) => {
  const steps = titles.length
  const stepAt = (event: PointerEvent) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    return Math.min(steps - 1, Math.max(0, Math.floor(((event.clientX - left) / Math.max(1, width)) * steps)))
  }
  const openAt = (index: number, event?: PointerEvent) => {
    const [largest] = facets.toSorted((a, b) => (b.values[index] ?? 0) - (a.values[index] ?? 0))
    const byKeys = (largest?.values[index] ?? 0) > 0 ? largest?.key : undefined
    const key = event === undefined ? byKeys : event.currentTarget.getAttribute('data-key')
    if (key) onOpen?.(index, key)
  }
  const { active, span, handlers } = useBrush({ steps, stepAt, onSelect, onOpen: onOpen && openAt })
  const { onFocus, onBlur, onKeyDown, ...pointer } = handlers
  const step = active ?? Math.max(0, steps - 1)
  const common = useMemo(() => Math.max(1e-9, ...facets.map(({ values }) => maxOf(values))), [facets])
  return (
    <div
      className={classes.facets}
      role="slider"
      tabIndex={0}
      aria-label={`${label}. Arrow keys move between dates; with Shift they select a span. Enter zooms in on a selected span${onOpen ? ', or opens the documents of the largest one' : ''}.`}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, steps - 1)}
      aria-valuenow={step}
      aria-valuetext={`${titles[step] ?? ''}: ${facets.map(({ title, values }) => `${title} ${valueFormat(values[step] ?? null)}`).join(', ')}`}
      onFocus={onFocus}
      onBlur={onBlur}
      onKeyDown={onKeyDown}
    >
      {facets.map((facet) => (
        <div key={facet.key} className={classes.facet}>
          <FacetHead facet={facet}>
            {active === null ? facet.note : `${valueFormat(facet.values[active] ?? null)}, ${titles[active] ?? ''}`}
          </FacetHead>
          <div className={classes.facetPlot} data-key={facet.key} {...pointer}>
            <FacetPlot
              facet={facet}
              others={mark === 'line' ? facets : noFacets}
              max={mark === 'line' ? common : Math.max(1e-9, maxOf(facet.values))}
              mark={mark}
              steps={steps}
            />
            {span && (
              <span
                className={classes.facetSpan}
                style={{ left: `${(100 * span[0]) / steps}%`, width: `${(100 * (span[1] - span[0] + 1)) / steps}%` }}
              />
            )}
            {active !== null && (
              <span className={classes.facetCursor} style={{ left: `${(100 * (active + 0.5)) / steps}%` }} />
            )}
          </div>
          <Flex className={textStyles.small} justify="space-between" gap={8} aria-hidden>
            <span>{ends[0]}</span>
            <span>{ends[1]}</span>
          </Flex>
        </div>
      ))}
    </div>
  )
}

const FacetHead = ({ facet: { title, color }, children }: { facet: Facet; children: ReactNode }) => (
  <div className={classes.facetHead} aria-hidden>
    <span className={classes.facetTitle} title={title}>
      <span className={classes.facetSign} style={{ background: color }} />
      {title}
    </span>
    <span className={`${textStyles.small} ${textStyles.tabular}`}>{children}</span>
  </div>
)

interface FacetPlotProps {
  facet: Facet
  /** Drawn behind it in grey. */
  others: readonly Facet[]
  max: number
  mark: FacetMark
  steps: number
}

/** Its paths do not depend on the cursor, which moves often: with ten facets of lines there are a hundred. */
const FacetPlot = memo(({ facet: { key, color, values }, others, max, mark, steps }: FacetPlotProps) => (
  <svg
    viewBox={`0 0 ${Math.max(1, steps)} ${height + 4}`}
    width="100%"
    height={height + 4}
    preserveAspectRatio="none"
    display="block"
    aria-hidden
  >
    <path d={`M0 ${height}H${steps}`} stroke="var(--line-strong)" vectorEffect="non-scaling-stroke" />
    <path
      d={gapsPath(values)}
      stroke="var(--line-strong)"
      strokeWidth={2}
      strokeDasharray="3 3"
      vectorEffect="non-scaling-stroke"
    />
    {others.map((other) =>
      other.key === key ? null : (
        <path
          key={other.key}
          d={linePath(other.values, max)}
          fill="none"
          stroke="var(--line-strong)"
          vectorEffect="non-scaling-stroke"
        />
      ),
    )}
    {mark === 'line' ? (
      <path
        d={linePath(values, max)}
        fill="none"
        stroke={color}
        strokeWidth={2}
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    ) : (
      <path d={columnsPath(values, max)} fill={color} />
    )}
  </svg>
))
