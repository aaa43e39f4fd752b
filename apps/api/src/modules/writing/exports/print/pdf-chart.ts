import { type PrintedSeries, spreadApart, toScale } from './chart-scale.ts'
import { accent, line, type PdfPage, quiet } from './pdf-page.ts'
import { ink } from './pdf-typesetting.ts'
import { number } from './print-numbers.ts'

const tall = 120
const axisWidth = 40
/** Space above the bars for the axis title, and below for days and events. */
const [above, below, eventHeight] = [30, 22, 12]
const small = { size: 8, color: quiet }

/** Height of the chart. */
export function seriesHeight({ events }: PrintedSeries): number {
  return above + tall + below + events.length * eventHeight
}

/** Documents over time: bars with both axes, gaps shaded and named, events numbered. */
export function drawSeries({ pdf, margin, width, writeAt, figure }: PdfPage, series: PrintedSeries): void {
  const { bars } = series
  const { title, top: maxValue, ticks, marks, gaps, events, words } = toScale(series)
  const x0 = margin + axisWidth
  const wide = width - axisWidth
  const step = wide / Math.max(1, bars.length)
  figure({ alt: words, height: seriesHeight(series) }, (start) => {
    const top = start + above
    const foot = top + tall
    writeAt(title, start + 2, small)
    for (const tick of ticks) {
      const y = foot - (tall * tick) / maxValue
      pdf
        .moveTo(x0, y)
        .lineTo(x0 + wide, y)
        .lineWidth(0.5)
        .strokeColor(line)
        .stroke()
      writeAt(number(tick), y - 5, { ...small, width: axisWidth - 6, align: 'right' })
    }
    for (const gap of gaps) {
      const [x, gapWidth] = [x0 + gap.start * step, (gap.end - gap.start) * step]
      pdf.rect(x, top, gapWidth, tall).fill('#efedf4')
      if (gapWidth > 52) writeAt('not covered', top + 4, { ...small, x: x + 3, width: gapWidth - 4 })
    }
    // uncovered days are drawn pale: their documents say nothing about the level
    for (const isPale of [true, false]) {
      let isEmpty = true
      bars.forEach(({ documents, isCovered }, index) => {
        const high = (tall * documents) / maxValue
        if (high === 0 || isCovered === isPale) return
        pdf.rect(x0 + index * step, foot - high, Math.max(0.4, step * 0.8), high)
        isEmpty = false
      })
      if (!isEmpty) pdf.fill(isPale ? '#c3bed2' : '#8f78dd')
    }
    for (const { at, text } of marks) {
      const labelWidth = 70
      const x = Math.max(x0, Math.min(x0 + wide - labelWidth, x0 + (at + 0.5) * step - labelWidth / 2))
      const align = at === 0 ? 'left' : at === bars.length - 1 ? 'right' : 'center'
      pdf
        .moveTo(x0 + (at + 0.5) * step, foot)
        .lineTo(x0 + (at + 0.5) * step, foot + 3)
        .lineWidth(0.6)
        .strokeColor(quiet)
        .stroke()
      writeAt(text, foot + 5, { ...small, x, width: labelWidth, align })
    }
    const flags = spreadApart(
      events.map(({ at }) => x0 + (at + 0.5) * step),
      9,
    )
    events.forEach(({ at, text }, index) => {
      const x = x0 + (at + 0.5) * step
      pdf
        .moveTo(x, top - 2)
        .lineTo(x, foot)
        .lineWidth(0.6)
        .dash(2, { space: 2 })
        .strokeColor(accent)
        .stroke()
        .undash()
      writeAt(String(index + 1), top - 12, {
        size: 8,
        weight: 'semibold',
        color: accent,
        x: (flags[index] ?? x) - 8,
        width: 16,
        align: 'center',
      })
      const words80 = text.length > 110 ? `${text.slice(0, 108)}…` : text
      writeAt(`${index + 1}  ${words80}`, foot + below + index * eventHeight, {
        size: 8.5,
        color: ink,
        x: x0,
        width: wide,
      })
    })
  })
}
