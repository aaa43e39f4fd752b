import { LineGlyph } from './line-glyph.tsx'
import type { SecondLine, StyledLine } from './line-model.ts'
import { TooltipFrame, TooltipRow } from './tooltip-frame.tsx'
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
      <span className={textStyles.small}>Drag, or Shift and arrows then Enter, to look closer</span>
    </TooltipFrame>
  )
}
