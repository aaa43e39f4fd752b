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
