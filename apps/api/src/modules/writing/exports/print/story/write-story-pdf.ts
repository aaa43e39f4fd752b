import { safeAddress } from '../html.ts'
import { accent, createPdfPage, line, type PdfPage, quiet } from '../pdf-page.ts'
import { drawTable } from '../pdf-table.ts'
import { number } from '../print-numbers.ts'
import type { CardChart } from './card-chart.ts'
import { type MarkdownBlock, type MarkdownRun, plainText } from './markdown.ts'
import type { PrintedBody, PrintedCard, PrintedStoryPage } from './printed-story.ts'

/** A picture in a format that PDF supports. */
export interface PdfPicture {
  /** JPEG. */
  bytes: Buffer
  width: number
  height: number
}

/** Writes a story as an accessible PDF: tagged text, charts as lines with a text alternative, links to the published documents. */
export async function* writeStoryPdf(
  { noun, title, made, printedAt, imageId, cards }: PrintedStoryPage,
  pictures: ReadonlyMap<string, PdfPicture>,
): AsyncGenerator<Uint8Array> {
  const page = createPdfPage({ title, createdAt: new Date(printedAt) })
  if (imageId !== null) drawPicture(page, pictures.get(imageId), '')
  page.write(noun, { size: 9.5, weight: 'semibold', color: accent, gap: 1 })
  page.write(title, { size: 24, weight: 'semibold', gap: 4, tag: 'H1' })
  page.write(made, { size: 10, color: quiet })
  for (const card of cards) writeCard(page, card, pictures)
  page.writeMissing()
  yield* page.end()
}

function writeCard(
  page: PdfPage,
  { title, caption, moment, warning, body }: PrintedCard,
  pictures: ReadonlyMap<string, PdfPicture>,
): void {
  if (title === null) page.pdf.y += 18
  else page.heading(title, 80)
  writeBody(page, body, pictures)
  if (caption !== null) page.write(caption, { size: 10, gap: 2 })
  if (moment !== null) page.write(moment, { size: 8.5, color: quiet })
  if (warning !== null) page.write(warning, { size: 9.5, weight: 'semibold' })
}

function writeBody(page: PdfPage, body: PrintedBody, pictures: ReadonlyMap<string, PdfPicture>): void {
  if (body.kind === 'text') body.blocks.forEach((block) => writeBlock(page, block))
  else if (body.kind === 'chart') drawChart(page, body.chart)
  else if (body.kind === 'quote') writeQuote(page, body.text)
  else if (body.kind === 'image') drawPicture(page, pictures.get(body.imageId), body.alt)
  else if (body.kind === 'document')
    page.write(body.title || body.url || 'A document', { size: 11, color: accent, link: safeAddress(body.url), gap: 2 })
  else if (body.kind === 'signal') page.write(`${body.title}: ${body.stage}`, { size: 14, weight: 'semibold', gap: 2 })
  else if (body.kind === 'number') {
    page.write(body.name, { size: 9, color: quiet })
    page.write(body.value, { size: 26, weight: 'semibold' })
    if (body.note !== '') page.write(body.note, { size: 9, color: quiet })
  } else {
    for (const paragraph of body.paragraphs) page.write(paragraph, { size: 10.5, gap: 4 })
    if (body.chart !== null) drawChart(page, body.chart)
    if (body.rows.length > 0) page.group('L', () => body.rows.forEach((row) => writeRow(page, row)))
  }
}

function writeRow(page: PdfPage, { label, value, note }: { label: string; value: number | null; note: string | null }) {
  const text = [label, value === null ? null : number(value), note].filter((part) => part !== null).join(' · ')
  writeItem(page, '•', text)
}

function writeItem(page: PdfPage, mark: string, text: string): void {
  const style = { size: 10.5, x: page.margin + 18, width: page.width - 18 }
  page.startPageIfFull(Math.min(120, page.heightOf(text, style)))
  page.group('LI', () => {
    const top = page.pdf.y
    page.writeAt(mark, top, { size: 10.5, color: quiet, width: 16, tag: 'Lbl' })
    page.group('LBody', () => page.writeAt(text, top, style))
  })
  page.pdf.x = page.margin
  page.pdf.y += 3
}

function writeBlock(page: PdfPage, block: MarkdownBlock): void {
  if (block.kind === 'heading') {
    const isFirst = block.level === 1
    // together with the first lines of its content: a heading must not be left alone at the bottom of a page
    page.startPageIfFull(100)
    page.write(plainText(block.runs) || ' ', {
      size: isFirst ? 14 : 12,
      weight: 'semibold',
      gap: 3,
      tag: isFirst ? 'H2' : 'H3',
    })
  } else if (block.kind === 'paragraph') writeParagraph(page, block.runs)
  else if (block.kind === 'quote') writeQuote(page, plainText(block.runs))
  else if (block.kind === 'code') block.text.split('\n').forEach((text) => page.write(text, { size: 9.5 }))
  else if (block.kind === 'rule') page.rule()
  else if (block.kind === 'table') writeTable(page, block)
  else if (block.kind === 'note') writeItem(page, `${block.label}.`, plainText(block.runs))
  else
    page.group('L', () =>
      block.items.forEach((runs, index) => writeItem(page, block.isOrdered ? `${index + 1}.` : '•', plainText(runs))),
    )
}

function writeTable(page: PdfPage, { align, head, rows }: Extract<MarkdownBlock, { kind: 'table' }>): void {
  const columns = head.map((cell, column) => ({ name: plainText(cell), isNumber: align[column] === 'right' }))
  page.pdf.y += 4
  drawTable(page, { columns, rows: rows.map((row) => row.map(plainText)) })
  page.pdf.y += 14
}

/** The links of a paragraph follow it, each with its text, because a line has a single style in the PDF. */
function writeParagraph(page: PdfPage, runs: readonly MarkdownRun[]): void {
  page.write(plainText(runs), { size: 11, gap: 4 })
  for (const { text, href } of runs) {
    const link = safeAddress(href ?? null)
    if (link !== null) page.write(text === link ? link : `${text}: ${link}`, { size: 9, color: accent, link, gap: 2 })
  }
  page.pdf.y += 3
}

function writeQuote(page: PdfPage, text: string): void {
  const style = { size: 13, x: page.margin + 16, width: page.width - 16 }
  page.startPageIfFull(Math.min(200, page.heightOf(text, style)))
  const top = page.pdf.y
  page.group('BlockQuote', () => page.writeAt(text, top, style))
  if (page.pdf.y > top)
    page.decorate(() =>
      page.pdf.moveTo(page.margin, top).lineTo(page.margin, page.pdf.y).lineWidth(2).strokeColor(accent).stroke(),
    )
  page.pdf.x = page.margin
  page.pdf.y += 6
}

const chartHeight = 130

function drawChart(page: PdfPage, chart: CardChart | null): void {
  if (chart === null) return page.write('There is no data for these days.', { size: 9.5, color: quiet })
  const { pdf, margin, width, writeAt } = page
  const small = { size: 8, color: quiet }
  page.figure({ alt: chart.words, height: chartHeight + 34 }, (start) => {
    const top = start + 16
    const foot = top + chartHeight
    writeAt(chart.name, start + 2, { ...small, width: width / 2 })
    writeAt(chart.ticks[1], start + 2, { ...small, x: margin + width / 2, width: width / 2, align: 'right' })
    for (const y of [top, foot])
      pdf
        .moveTo(margin, y)
        .lineTo(margin + width, y)
        .lineWidth(0.5)
        .strokeColor(line)
        .stroke()
    for (const points of chart.lines) {
      const coordinates = points.map(({ x, y }) => [margin + x * width, foot - y * chartHeight] as const)
      const [first] = coordinates
      if (first === undefined) continue
      if (coordinates.length === 1) {
        pdf.circle(first[0], first[1], 1.5).fill(accent)
        continue
      }
      pdf.moveTo(...first)
      for (const coordinate of coordinates.slice(1)) pdf.lineTo(...coordinate)
      pdf.lineWidth(1.2).strokeColor(accent).stroke()
    }
    writeAt(`${chart.days[0]} · axis starts at ${chart.ticks[0]}`, foot + 4, { ...small, width: width / 2 })
    writeAt(chart.days[1], foot + 4, { ...small, x: margin + width / 2, width: width / 2, align: 'right' })
  })
}

const maxHeight = 320

function drawPicture(page: PdfPage, picture: PdfPicture | undefined, alt: string): void {
  if (picture === undefined) return page.write(alt === '' ? 'A deleted picture.' : alt, { size: 9.5, color: quiet })
  const { pdf, margin, width } = page
  const scale = Math.min(width / picture.width, maxHeight / picture.height, 1)
  const height = picture.height * scale
  const draw = (top: number) => pdf.image(picture.bytes, margin, top, { width: picture.width * scale, height })
  if (alt === '') {
    page.startPageIfFull(height)
    const top = pdf.y
    page.decorate(() => draw(top))
    pdf.y = top + height
  } else page.figure({ alt, height }, draw)
  pdf.y += 8
}
