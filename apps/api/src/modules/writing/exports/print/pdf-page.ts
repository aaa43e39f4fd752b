import PdfFile from 'pdfkit'
import { describeMissingLetters } from './pdf-fonts.ts'
import { isRightToLeftInside } from './pdf-text.ts'
import { createTypesetting, type Style } from './pdf-typesetting.ts'

export const quiet = '#6b667b'
export const accent = '#5b3fb8'
export const line = '#e3e0ea'
const margin = 48
const bottom = 56

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
  const typesetting = createTypesetting(pdf, { left: margin, width })
  const tags = createTags(pdf)
  const { heightOf, widthOf } = typesetting

  /** Starts a new page if the height does not fit on this one; returns whether it did. */
  function startPageIfFull(height: number): boolean {
    const isFull = pdf.y + height > pdf.page.height - bottom
    if (isFull) pdf.addPage()
    return isFull
  }

  /** Writes a text at a position; the cursor ends below it. */
  function writeAt(text: string, y: number, style: Style): void {
    const { tag = 'P', link = null } = style
    tags.text(link === null ? tag : 'Link', elementOptions(text, tag), () => typesetting.draw(text, y, style))
  }

  return {
    pdf,
    margin,
    width,
    startPageIfFull,
    heightOf,
    widthOf,
    writeAt,
    group: tags.group,
    decorate: tags.decorate,

    /** Draws a figure of the given height at the cursor; `alt` describes it. */
    figure({ alt, height }: { alt: string; height: number }, draw: (top: number) => void): void {
      startPageIfFull(height)
      const top = pdf.y
      tags.figure({ alt, bbox: [margin, top, margin + width, top + height] }, () => draw(top))
      pdf.x = margin
      pdf.y = top + height
    },

    /** Writes a text at the cursor. A text that does not fit continues on the next page. */
    write(text: string, style: Style): void {
      startPageIfFull(Math.min(heightOf(text, style), 60))
      writeAt(text, pdf.y, style)
      pdf.y += style.gap ?? 0
    },

    /** Writes a heading on the same page as the beginning of its content: `following` is the height that must fit below it. */
    heading(text: string, following = 60): void {
      startPageIfFull(40 + following)
      pdf.y += 20
      writeAt(text, pdf.y, { size: 14, weight: 'semibold', tag: 'H2' })
      pdf.outline.addItem(text)
      pdf.y += 3
    },

    rule(): void {
      tags.decorate(() =>
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
      const sentence = describeMissingLetters(typesetting.missing)
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
        tags.decorate(() => writeAt(foot, pdf.page.height - 34, { size: 8, color: quiet }), 'Pagination')
        pdf.page.margins.bottom = bottom
      }
      tags.end()
      pdf.end()
      for await (const piece of pdf) yield piece as Uint8Array // a byte stream yields nothing else
    },
  }
}

/** What a structure element adds to its tag. */
function elementOptions(text: string, tag: TextTag): { scope?: 'Column'; actual?: string } {
  return {
    ...(tag === 'TH' && { scope: 'Column' }),
    // the page stores letters in visual order; copying and screen readers get them in logical order
    ...(isRightToLeftInside(text) && { actual: text }),
  }
}

/** Elements that hold text, and those that hold elements (ISO 32000-1, 14.8.4). */
export type TextTag = 'H1' | 'H2' | 'H3' | 'P' | 'Lbl' | 'TH' | 'TD'
export type GroupTag = 'BlockQuote' | 'L' | 'LI' | 'LBody' | 'Table' | 'TR'

/** The elements of a PDF that a screen reader reads, in their order. All content is in one of them or marked as an artifact. */
export function createTags(pdf: PDFKit.PDFDocument) {
  const root = pdf.struct('Document')
  pdf.addStructure(root)
  let parent = root
  /** Inside an element that a screen reader treats as one, or inside an artifact, texts are not separate elements. */
  let isWhole = false

  function drawAsUnit(draw: () => void): void {
    const before = isWhole
    isWhole = true
    draw()
    isWhole = before
  }

  return {
    /** Draws inside an element and then closes it. */
    group(tag: GroupTag, draw: () => void): void {
      const outer = parent
      parent = pdf.struct(tag)
      outer.add(parent)
      draw()
      parent.end()
      parent = outer
    },

    text(tag: TextTag | 'Link', options: ElementOptions, draw: () => void): void {
      if (isWhole) return draw()
      parent.add(pdf.struct(tag, toOptions(options), () => drawAsUnit(draw)))
    },

    /** Draws a picture as one element that `alt` describes; `bbox` is its place. */
    figure(options: { alt: string; bbox: [number, number, number, number] }, draw: () => void): void {
      parent.add(pdf.struct('Figure', toOptions(options), () => drawAsUnit(draw)))
    },

    /** Draws content that screen readers skip. */
    decorate(draw: () => void, type: 'Layout' | 'Pagination' = 'Layout'): void {
      if (isWhole) return draw()
      pdf.markContent('Artifact', { type })
      drawAsUnit(draw)
      pdf.endMarkedContent()
    },

    end: () => root.end(),
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
