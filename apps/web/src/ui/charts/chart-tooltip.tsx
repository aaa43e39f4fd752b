import { Box, Stack } from '@mantine/core'
import type { PropsWithChildren, ReactNode } from 'react'
import {
  type ChartColumn,
  type ChartLine,
  type ChartSeries,
  stackTotal,
  type SecondLine,
  type StyledLine,
} from './chart-model.ts'
import { Swatch, LineGlyph } from './legend.tsx'
import textStyles from '../text-styles.module.css'
import classes from './charts.module.css'

interface ChartTooltipProps {
  column: ChartColumn
  index: number
  series: readonly ChartSeries[]
  lines: readonly ChartLine[]
  /** The sources that begin or end in the column. */
  edges: readonly string[]
  valueFormat: (value: number | null) => string
  x: number
  width: number
  hint: string
}

export const ChartTooltip = ({
  column,
  index,
  series,
  lines,
  edges,
  valueFormat,
  x,
  width,
  hint,
}: ChartTooltipProps) => (
  <TooltipFrame title={column.title} x={x} width={width}>
    {stackTotal(column.values) === null ? (
      <span className={textStyles.small}>No data</span>
    ) : (
      series.map(({ key, label, color }, part) => (
        <TooltipRow key={key} sign={<Swatch color={color} />} label={label}>
          {valueFormat(column.values[part] ?? null)}
        </TooltipRow>
      ))
    )}
    {lines.map((line) => {
      const value = line.values[index] ?? null
      return (
        <TooltipRow key={line.key} sign={<Swatch color={line.color} line />} label={line.label}>
          {value === null ? 'no data' : line.format(value)}
        </TooltipRow>
      )
    })}
    {edges.map((edge) => (
      <span key={edge} className={textStyles.small}>
        {edge}
      </span>
    ))}
    {column.note && <span className={textStyles.small}>{column.note}</span>}
    <span className={textStyles.small}>{hint}</span>
  </TooltipFrame>
)

interface TooltipFrameProps {
  title: string
  /** Where the tooltip points, and the width of the chart: it is placed on the side with more room. */
  x: number
  width: number
}

/** The width in pixels that a tooltip always has. */
const minTooltip = 170

/** The content of a chart at one step. The slider announces the same to screen readers. */
export const TooltipFrame = ({ title, x, width, children }: PropsWithChildren<TooltipFrameProps>) => (
  <Stack
    className={classes.tooltip}
    gap={4}
    data-side={x > width / 2 ? 'left' : 'right'}
    // never wider than the side it is on
    style={{ left: x, maxWidth: Math.max(minTooltip, Math.max(x, width - x) - 12) }}
    aria-hidden
  >
    <Box component="span" c="var(--ink)" fw={600}>
      {title}
    </Box>
    {children}
  </Stack>
)

/** A series by its glyph and name, with its value. */
export const TooltipRow = ({ sign, label, children }: { sign: ReactNode; label: string; children: string }) => (
  <span className={classes.tooltipRow}>
    {sign} {label}
    <b>{children}</b>
  </span>
)

interface LineTooltipProps {
  title: string
  index: number
  lines: readonly StyledLine[]
  second: SecondLine | undefined
  valueFormat: (value: number | null) => string
  x: number
  width: number
}

/** The values of every line at one step. */
export const LineTooltip = ({ title, index, lines, second, valueFormat, x, width }: LineTooltipProps) => {
  const price = second?.values[index] ?? null
  return (
    <TooltipFrame title={title} x={x} width={width}>
      {lines.map(({ key, label, style, values }) => (
        <TooltipRow key={key} sign={<LineGlyph style={style} />} label={label}>
          {valueFormat(values[index] ?? null)}
        </TooltipRow>
      ))}
      {second && (
        <TooltipRow sign={<LineGlyph style={second.style} bare />} label={second.label}>
          {price === null ? 'no price' : second.format(price)}
        </TooltipRow>
      )}
      <span className={textStyles.small}>Drag to zoom in, or press Shift and arrows, then Enter</span>
    </TooltipFrame>
  )
}
