import { readFont, type TextRun, type Weight } from './pdf-fonts.ts'
import type { TextTag } from './pdf-page.ts'
import { layoutText, type TextLayout } from './pdf-text.ts'

export const ink = '#1c1a24'
/** Inter's ascent, line height and line gap, relative to the font size: every font uses its baseline, so that mixed text aligns. */
const [ascent, lineHeight, lineGap] = [0.96875, 1.21, 2]

export interface Style {
  size: number
  weight?: Weight
  color?: string
  /** Left edge and width; the whole column by default. */
  x?: number
  width?: number
  gap?: number
  align?: 'left' | 'right' | 'center'
  link?: string | null
  /** Its role for a screen reader; a paragraph by default. */
  tag?: TextTag
}

/** Measures and draws texts, each letter in a font that has it. `left` and `width` are those of the column. */
export function createTypesetting(pdf: PDFKit.PDFDocument, column: { left: number; width: number }) {
  const registeredFonts = new Set<string>()
  const missingLetters = new Set<string>()

  function setFont(name: string): void {
    if (!registeredFonts.has(name)) pdf.registerFont(name, readFont(name))
    registeredFonts.add(name)
    pdf.font(name)
  }

  function measure({ font, text }: TextRun): number {
    setFont(font)
    return pdf.widthOfString(text)
  }

  function layOut(text: string, { size, weight = 'regular', width = column.width }: Style): TextLayout {
    pdf.fontSize(size)
    return layoutText(text.replaceAll(/\s+/gu, ' ').trim() || ' ', { weight, width, measure, missing: missingLetters })
  }

  return {
    /** The letters that no font has. */
    missing: missingLetters,

    heightOf: (text: string, style: Style): number =>
      layOut(text, style).lines.length * (style.size * lineHeight + lineGap),

    /** Width of a text on one line, with some padding. */
    widthOf: (text: string, style: Style): number =>
      (layOut(text, { ...style, width: Number.MAX_SAFE_INTEGER }).lines[0]?.width ?? 0) + 1,

    /** Draws a text at a height; the cursor ends below it. */
    draw(text: string, y: number, style: Style): void {
      const { size, color = ink, x = column.left, width = column.width, link = null } = style
      const { lines, isRightToLeft } = layOut(text, style)
      const align = style.align ?? (isRightToLeft ? 'right' : 'left')
      const tall = size * lineHeight
      pdf.y = y
      for (const { pieces, width: used } of lines) {
        if (pdf.y + tall > pdf.page.height - pdf.page.margins.bottom) pdf.addPage()
        const top = pdf.y
        const left = x + (align === 'left' ? 0 : (width - used) / (align === 'right' ? 1 : 2))
        for (const piece of pieces) {
          setFont(piece.font)
          // all fonts share Inter's baseline; `y` stays the top of the line, where the area of a link begins
          const options = { lineBreak: false, baseline: -ascent * size, link, underline: false }
          pdf
            .fontSize(size)
            .fillColor(color)
            .text(piece.text, left + piece.x, top, options)
        }
        pdf.y = top + tall + lineGap
      }
      pdf.x = x
    },
  }
}
