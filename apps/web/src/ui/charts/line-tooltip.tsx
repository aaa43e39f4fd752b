import { Box, Stack } from '@mantine/core'
import { LineGlyph } from './line-glyph.tsx'
import type { SecondLine, StyledLine } from './line-model.ts'
import classes from './charts.module.css'
import textStyles from '../text-styles.module.css'

interface LineTooltipProps {
  title: string
  index: number
  lines: readonly StyledLine[]
  second: SecondLine | undefined
  valueFormat: (value: number | null) => string
  x: number
  width: number
}

/** What every line says at one step. */
export const LineTooltip = ({ title, index, lines, second, valueFormat, x, width }: LineTooltipProps) => {
  const price = second?.values[index] ?? null
  return (
    <Stack
      className={classes.tooltip}
      gap={4}
      data-side={x > width / 2 ? 'left' : 'right'}
      style={{ left: x }}
      aria-hidden
    >
      <Box component="span" fw={600}>
        {title}
      </Box>
      {lines.map(({ key, label, style, values }) => (
        <span key={key} className={classes.tooltipRow}>
          <LineGlyph style={style} /> {label}
          <b>{valueFormat(values[index] ?? null)}</b>
        </span>
      ))}
      {second && (
        <span className={classes.tooltipRow}>
          <LineGlyph style={second.style} bare /> {second.label}
          <b>{price === null ? 'no price' : second.format(price)}</b>
        </span>
      )}
      <span className={textStyles.small}>Drag, or Shift and arrows then Enter, to look closer</span>
    </Stack>
  )
}
