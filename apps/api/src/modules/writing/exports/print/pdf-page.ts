import PdfFile from 'pdfkit'
import { readFont, sayMissing, type TextRun, type Weight } from './pdf-fonts.ts'
import { isRightToLeftInside, layoutText, type TextLayout } from './pdf-text.ts'

export const ink = '#1c1a24'
export const quiet = '#6b667b'
export const accent = '#5b3fb8'
export const line = '#e3e0ea'
const margin = 48
const bottom = 56
/** Inter's ascent, line height and line gap, relative to the font size: every font uses its baseline, so that mixed text aligns. */
const [ascent, lineHeight, lineGap] = [0.96875, 1.21, 2]

interface Style {
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

/** Elements that hold text, and those that hold elements (ISO 32000-1, 14.8.4). */
export type TextTag = 'H1' | 'H2' | 'H3' | 'P' | 'Lbl' | 'TH' | 'TD'
export type GroupTag = 'BlockQuote' | 'L' | 'LI' | 'LBody' | 'Table' | 'TR'

export type PdfPage = ReturnType<typeof createPdfPage>

/** A tagged single-column A4 document, filled from top to bottom. All content is tagged or marked as an artifact. */
export function createPdfPage({ title, createdAt }: { title: string; createdAt: Date }) {
  const pdf = new PdfFile({
    size: 'A4',
    margins: { top: margin, left: margin, right: margin, bottom },
    bufferPages: true,
    // tagged structure needs PDF 1.4, and the reading order of links 1.5
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en',
    displayTitle: true,
    info: { Title: title, Creator: 'Auspex', Producer: 'Auspex', CreationDate: createdAt },
  })
  const width = pdf.page.width - 2 * margin
  const registeredFonts = new Set<string>()
  const missing = new Set<string>()
  const root = pdf.struct('Document')
  pdf.addStructure(root)
  let parent = root
  /** Inside an element that a screen reader treats as one, or inside an artifact, texts are not separate elements. */
  let isWhole = false

  function setFont(name: string): void {
    if (!registeredFonts.has(name)) pdf.registerFont(name, readFont(name))
    registeredFonts.add(name)
    pdf.font(name)
  }

  function measure({ font, text }: TextRun): number {
    setFont(font)
    return pdf.widthOfString(text)
  }

  function layOut(text: string, { size, weight = 'regular', width: wide = width }: Style): TextLayout {
    pdf.fontSize(size)
    return layoutText(text.replaceAll(/\s+/gu, ' ').trim() || ' ', { weight, width: wide, measure, missing })
  }

  /** Height of a text. */
  function heightOf(text: string, style: Style): number {
    return layOut(text, style).lines.length * (style.size * lineHeight + lineGap)
  }

  /** Width of a text on one line, with some padding. */
  function widthOf(text: string, style: Style): number {
    return (layOut(text, { ...style, width: Number.MAX_SAFE_INTEGER }).lines[0]?.width ?? 0) + 1
  }

  /** Begins a new page if the height does not fit; returns whether it did. */
  function ensure(height: number): boolean {
    const isFull = pdf.y + height > pdf.page.height - bottom
    if (isFull) pdf.addPage()
    return isFull
  }

  /** Draws inside an element and then closes it. */
  function group(tag: GroupTag, draw: () => void): void {
    const outer = parent
    parent = pdf.struct(tag)
    outer.add(parent)
    draw()
    parent.end()
    parent = outer
  }

  function asWhole(draw: () => void): void {
    const before = isWhole
    isWhole = true
    draw()
    isWhole = before
  }

  /** Draws content that screen readers skip. */
  function decorate(draw: () => void, type: 'Layout' | 'Pagination' = 'Layout'): void {
    if (isWhole) return draw()
    pdf.markContent('Artifact', { type })
    asWhole(draw)
    pdf.endMarkedContent()
  }

  /** Draws a figure of the given height at the cursor; `alt` describes it. */
  function figure({ alt, height }: { alt: string; height: number }, draw: (top: number) => void): void {
    ensure(height)
    const top = pdf.y
    const bbox: [number, number, number, number] = [margin, top, margin + width, top + height]
    parent.add(pdf.struct('Figure', toOptions({ alt, bbox }), () => asWhole(() => draw(top))))
    pdf.x = margin
    pdf.y = top + height
  }

  /** Writes a text at a position; the cursor ends below it. */
  function writeAt(text: string, y: number, style: Style): void {
    if (isWhole) return putAt(text, y, style)
    const { tag = 'P', link = null } = style
    const options: ElementOptions = tag === 'TH' ? { scope: 'Column' } : {}
    // the page stores letters in visual order; copying and screen readers get them in logical order
    if (isRightToLeftInside(text)) options.actual = text
    parent.add(pdf.struct(link === null ? tag : 'Link', toOptions(options), () => asWhole(() => putAt(text, y, style))))
  }

  function putAt(text: string, y: number, style: Style): void {
    const { size, color = ink, x = margin, width: wide = width, link = null } = style
    const { lines, isRightToLeft } = layOut(text, style)
    const align = style.align ?? (isRightToLeft ? 'right' : 'left')
    const tall = size * lineHeight
    pdf.y = y
    for (const { pieces, width: used } of lines) {
      if (pdf.y + tall > pdf.page.height - pdf.page.margins.bottom) pdf.addPage()
      const top = pdf.y
      const left = x + (align === 'left' ? 0 : (wide - used) / (align === 'right' ? 1 : 2))
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
  }

  return {
    pdf,
    margin,
    width,
    ensure,
    heightOf,
    widthOf,
    writeAt,
    group,
    decorate,
    figure,

    /** Writes a text at the cursor. A text that does not fit continues on the next page. */
    write(text: string, style: Style): void {
      ensure(Math.min(heightOf(text, style), 60))
      writeAt(text, pdf.y, style)
      pdf.y += style.gap ?? 0
    },

    /** Writes a heading on the same page as the beginning of its content: `following` is the height that must fit below it. */
    heading(text: string, following = 60): void {
      ensure(40 + following)
      pdf.y += 20
      writeAt(text, pdf.y, { size: 14, weight: 'semibold', tag: 'H2' })
      pdf.outline.addItem(text)
      pdf.y += 3
    },

    rule(): void {
      decorate(() =>
        pdf
          .moveTo(margin, pdf.y)
          .lineTo(margin + width, pdf.y)
          .lineWidth(0.6)
          .strokeColor(line)
          .stroke(),
      )
    },

    /** States which letters had no font, if any. */
    writeMissing(): void {
      const sentence = sayMissing(missing)
      if (sentence !== null) writeAt(sentence, pdf.y, { size: 8, color: quiet })
    },

    /** Numbers the pages and ends the document; yields its bytes. */
    async *end(): AsyncGenerator<Uint8Array> {
      const { start, count } = pdf.bufferedPageRange()
      for (let page = start; page < start + count; page += 1) {
        pdf.switchToPage(page)
        // the footer is below the margin, where a text would begin a new page
        pdf.page.margins.bottom = 0
        const foot = `${title.slice(0, 70)} · ${page + 1} of ${count}`
        decorate(() => writeAt(foot, pdf.page.height - 34, { size: 8, color: quiet }), 'Pagination')
        pdf.page.margins.bottom = bottom
      }
      root.end()
      pdf.end()
      for await (const piece of pdf) yield piece as Uint8Array // a byte stream yields nothing else
    },
  }
}

/** Element options of pdfkit since 0.19 that are missing from its types. */
interface ElementOptions {
  alt?: string
  actual?: string
  bbox?: [number, number, number, number]
  scope?: 'Column'
}

function toOptions(options: ElementOptions): { alt?: string } {
  return options
}
