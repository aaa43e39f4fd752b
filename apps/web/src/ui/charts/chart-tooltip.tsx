import { type ChartColumn, type ChartLine, type ChartSeries, stackTotal } from './chart-model.ts'
import { Swatch } from './swatch.tsx'
import { TooltipFrame, TooltipRow } from './tooltip-frame.tsx'
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
    {column.note && <span className={textStyles.small}>{column.note}</span>}
    {hint && <span className={textStyles.small}>{hint}</span>}
  </TooltipFrame>
)
