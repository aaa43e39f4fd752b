import { type PdfPage, quiet } from './pdf-page.ts'
import { ink } from './pdf-typesetting.ts'
import type { TableContent } from './printed-tables.ts'

const cellGap = 10
/** Draws a table whose header is repeated on each page. There is at least one row. */
export function drawTable(page: PdfPage, { columns, rows }: TableContent): void {
  const { pdf, margin, startPageIfFull, heightOf, writeAt, group, decorate } = page
  const heads = columns.map(({ name }) => name)
  const widths = shareWidth({ columns, rows }, page)
  const writeCells = (
    cells: readonly string[],
    { tag, ...style }: { tag: 'TH' | 'TD'; size: number; color: string },
  ) => {
    const tall = heightOfRow(cells, style)
    const top = pdf.y + 4
    cells.forEach((cell, index) => {
      const x = margin + widths.slice(0, index).reduce((sum, wide) => sum + wide, 0)
      const align = columns[index]?.isNumber === true ? 'right' : 'left'
      writeAt(cell, top, { ...style, tag, x, width: (widths[index] ?? 0) - cellGap, align })
    })
    pdf.x = margin
    pdf.y = top + tall + 2
  }
  const heightOfRow = (cells: readonly string[], style: { size: number }) =>
    Math.max(...cells.map((cell, index) => heightOf(cell, { ...style, width: (widths[index] ?? 0) - cellGap })))
  const [head, body] = [
    { tag: 'TH', size: 8.5, color: quiet },
    { tag: 'TD', size: 9, color: ink },
  ] as const
  startPageIfFull(heightOfRow(heads, head) + heightOfRow(rows[0] ?? [], body) + 16)
  group('Table', () => {
    group('TR', () => writeCells(heads, head))
    page.rule()
    for (const row of rows) {
      // the repeated header is only visual; a screen reader already has it
      if (startPageIfFull(heightOfRow(row, body) + 8)) decorate(() => writeCells(heads, head))
      group('TR', () => writeCells(row, body))
      page.rule()
    }
  })
}

/** Each column is as wide as its content; if the total does not fit, the widest texts wrap. */
function shareWidth({ columns, rows }: TableContent, { width, widthOf }: PdfPage): number[] {
  const naturalWidths = columns.map(({ name, isNumber }, index) => {
    const cells = rows.map((row) => widthOf(row[index] ?? '', { size: 9 }))
    // the headers of numeric columns wrap between words
    const heads = (isNumber ? name.split(' ') : [name]).map((part) => widthOf(part, { size: 8.5 }))
    return Math.max(...heads, ...cells) + cellGap
  })
  const widths = [...naturalWidths]
  let open = naturalWidths.map((_, index) => index)
  let remainingWidth = width
  for (;;) {
    const fair = remainingWidth / open.length
    const narrow = open.filter((index) => (naturalWidths[index] ?? 0) <= fair)
    if (narrow.length === 0) break
    open = open.filter((index) => !narrow.includes(index))
    remainingWidth -= narrow.reduce((sum, index) => sum + (naturalWidths[index] ?? 0), 0)
  }
  // weighted by the square root: a text ten times as long must not leave the other column one letter per line
  const roots = open.reduce((sum, index) => sum + Math.sqrt(naturalWidths[index] ?? 0), 0)
  for (const index of open) widths[index] = (remainingWidth * Math.sqrt(naturalWidths[index] ?? 0)) / roots
  return open.length > 0 ? widths : widths.map((wide) => wide + remainingWidth / columns.length)
}
