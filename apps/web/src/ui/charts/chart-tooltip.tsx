import { Box, Stack } from '@mantine/core'
import { type ChartColumn, type ChartLine, type ChartSeries, stackTotal } from './chart-model.ts'
import { Swatch } from './swatch.tsx'
import classes from './charts.module.css'
import textStyles from '../text-styles.module.css'

interface ChartTooltipProps {
  column: ChartColumn
  index: number
  series: readonly ChartSeries[]
  lines: readonly ChartLine[]
  valueFormat: (value: number | null) => string
  x: number
  width: number
  hint?: string | undefined
}

export const ChartTooltip = ({ column, index, series, lines, valueFormat, x, width, hint }: ChartTooltipProps) => (
  <Stack
    className={classes.tooltip}
    gap={4}
    data-side={x > width / 2 ? 'left' : 'right'}
    style={{ left: x }}
    aria-hidden
  >
    <Box component="span" fw={600}>
      {column.title}
    </Box>
    {stackTotal(column.values) === null ? (
      <span className={textStyles.small}>No data</span>
    ) : (
      series.map(({ key, label, color }, part) => (
        <span key={key} className={classes.tooltipRow}>
          <Swatch color={color} /> {label}
          <b>{valueFormat(column.values[part] ?? null)}</b>
        </span>
      ))
    )}
    {lines.map((line) => {
      const value = line.values[index] ?? null
      return (
        <span key={line.key} className={classes.tooltipRow}>
          <Swatch color={line.color} line /> {line.label}
          <b>{value === null ? 'no data' : line.format(value)}</b>
        </span>
      )
    })}
    {column.note && <span className={textStyles.small}>{column.note}</span>}
    {hint && <span className={textStyles.small}>{hint}</span>}
  </Stack>
)
