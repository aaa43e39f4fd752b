import { sayDay } from '@auspex/analytics'
import type { Document } from '@auspex/sdk/types'
import { safeAddress } from './html.ts'
import { accent, createPdfPage, ink, line, type PdfPage, quiet } from './pdf-page.ts'
import { number } from './print-numbers.ts'
import type { PrintedReport, PrintedStatement } from './printed-report.ts'
import type { PrintedTable } from './printed-tables.ts'

const toneColors: Record<string, string> = {
  negative: '#b4472e',
  neutral: '#b3aec0',
  positive: '#2f7d5b',
  unknown: '#dedbe6',
}

/** A report as a PDF to be read and sent: text that can be searched, charts as lines, links to what was published. */
export async function* writePdf(report: PrintedReport): AsyncGenerator<Uint8Array> {
  const page = createPdfPage({ title: report.title, createdAt: new Date(report.measuredAt) })
  page.write('Signal report', { size: 9.5, weight: 'semibold', color: accent, gap: 1 })
  page.write(report.title, { size: 24, weight: 'semibold', gap: 4 })
  page.write(report.scope, { size: 10, color: quiet })
  page.write(report.measured, { size: 10, color: quiet })
  for (const warning of report.warnings) page.write(warning, { size: 10, weight: 'semibold', color: ink })
  writeFigures(page, report)
  page.heading('Executive summary')
  for (const statement of report.statements) writeStatement(page, statement)
  page.heading('Over time')
  if (report.finding !== null) page.write(report.finding, { size: 11, weight: 'semibold', gap: 2 })
  drawBars(page, report)
  page.heading('Tone')
  drawTone(page, report)
  for (const table of report.tables) writeTable(page, table)
  page.heading('Documents')
  page.write(report.documentsNote, { size: 9, color: quiet, gap: 6 })
  for (const document of report.documents) writeDocument(page, document)
  page.heading('How the numbers were counted')
  for (const { name, text, reference } of report.formulas) {
    page.write(name, { size: 9, weight: 'semibold' })
    page.write(reference === null ? text : `${text} ${reference}.`, { size: 9, color: quiet, gap: 4 })
  }
  const { canonical, signalId, libraryRevision } = report.source
  page.write(`Query ${canonical} · ${signalId} · library revision ${libraryRevision} · made with Auspex`, {
    size: 8,
    color: quiet,
  })
  if (page.hasMissing())
    page.write('Letters of scripts that this file has no font for stand as question marks; the HTML export has them.', {
      size: 8,
      color: quiet,
    })
  yield* page.end()
}

function writeFigures({ pdf, margin, width, writeAt }: PdfPage, { figures }: PrintedReport): void {
  const top = pdf.y + 14
  const wide = width / 3
  const tall = 62
  pdf.roundedRect(margin, top, width, 2 * tall + 12, 8).fill('#f6f5f9')
  figures.forEach(({ name, value, note }, index) => {
    const x = margin + 14 + (index % 3) * wide
    const y = top + 12 + Math.floor(index / 3) * tall
    const inner = { x, width: wide - 24 }
    writeAt(name, y, { size: 8.5, color: quiet, ...inner })
    writeAt(value, y + 12, { size: 16, weight: 'semibold', ...inner })
    writeAt(note.length > 52 ? `${note.slice(0, 50)}…` : note, y + 33, { size: 8, color: quiet, ...inner })
  })
  pdf.x = margin
  pdf.y = top + 2 * tall + 14
}

function writeStatement(
  { pdf, margin, width, ensure, heightOf, writeAt }: PdfPage,
  { text, claims }: PrintedStatement,
): void {
  const style = { size: 10.5, x: margin + 12, width: width - 12 }
  const notes = claims
    .filter(({ status }) => status !== 'supported')
    .map(({ status, reason }) => `${status}: ${reason}`)
  const note = [...new Set(notes)].join(' ')
  ensure(Math.min(200, heightOf(text, style) + (note === '' ? 0 : 14)))
  const top = pdf.y + 5
  writeAt(text, top, style)
  if (note !== '') writeAt(note, pdf.y, { ...style, size: 8, color: quiet })
  const isSamePage = pdf.y > top
  if (isSamePage)
    pdf
      .moveTo(margin, top)
      .lineTo(margin, pdf.y - 2)
      .lineWidth(1.4)
      .strokeColor(note === '' ? accent : line)
      .stroke()
  pdf.y += 4
}

function drawBars({ pdf, margin, width, ensure, writeAt }: PdfPage, { bars: { unit, bars } }: PrintedReport): void {
  const tall = 110
  ensure(tall + 30)
  const top = pdf.y + 6
  const most = Math.max(1, ...bars.map(({ documents }) => documents ?? 0))
  const step = width / Math.max(1, bars.length)
  const gaps = bars.flatMap(({ documents }, index) => (documents === null ? [index] : []))
  for (const index of gaps) pdf.rect(margin + index * step, top, step, tall)
  if (gaps.length > 0) pdf.fill('#efedf4')
  bars.forEach(({ documents }, index) => {
    const high = (tall * (documents ?? 0)) / most
    if (high > 0) pdf.rect(margin + index * step, top + tall - high, Math.max(0.4, step * 0.8), high)
  })
  pdf.fill('#8f78dd')
  pdf
    .moveTo(margin, top + tall)
    .lineTo(margin + width, top + tall)
    .lineWidth(0.6)
    .strokeColor(line)
    .stroke()
  const [first, last] = [bars[0], bars.at(-1)]
  const caption = `${first === undefined ? '' : sayDay(first.day)} to ${last === undefined ? '' : sayDay(last.day)}, one ${unit} a bar, at most ${number(most)} documents${gaps.length > 0 ? '; grey: not covered' : ''}`
  writeAt(caption, top + tall + 5, { size: 8.5, color: quiet })
}

function drawTone({ pdf, margin, width, ensure, writeAt }: PdfPage, { tone }: PrintedReport): void {
  const total = tone.reduce((sum, { documents }) => sum + documents, 0)
  if (total === 0) return writeAt('No document, so no tone.', pdf.y, { size: 9, color: quiet })
  ensure(40)
  const top = pdf.y + 6
  let x = margin
  for (const { label, documents } of tone) {
    const wide = (width * documents) / total
    if (wide > 0) pdf.rect(x, top, Math.max(0.4, wide - 1), 11).fill(toneColors[label] ?? line)
    x += wide
  }
  const words = tone.map(
    ({ label, documents }) => `${label} ${number(documents)} (${((100 * documents) / total).toFixed(0)} %)`,
  )
  writeAt(words.join(' · '), top + 17, { size: 8.5, color: quiet })
}

function writeTable(page: PdfPage, { title, note, columns, rows }: PrintedTable): void {
  const { pdf, margin, width, ensure, heightOf, writeAt } = page
  page.heading(title)
  page.write(note, { size: 9, color: quiet, gap: 4 })
  if (rows.length === 0) return
  const widths = shareWidth(columns, width)
  const writeRow = (cells: readonly string[], style: { size: number; color: string }) => {
    const tall = Math.max(...cells.map((cell, index) => heightOf(cell, { ...style, width: (widths[index] ?? 0) - 8 })))
    ensure(tall + 8)
    const top = pdf.y + 4
    cells.forEach((cell, index) => {
      const x = margin + widths.slice(0, index).reduce((sum, wide) => sum + wide, 0)
      const align = columns[index]?.isNumber === true ? 'right' : 'left'
      writeAt(cell, top, { ...style, x, width: (widths[index] ?? 0) - 8, align })
    })
    pdf.x = margin
    pdf.y = top + tall + 2
    page.rule()
  }
  writeRow(
    columns.map(({ name }) => name),
    { size: 8.5, color: quiet },
  )
  for (const row of rows) writeRow(row, { size: 9, color: ink })
}

/** Texts get twice the room of numbers. */
function shareWidth(columns: PrintedTable['columns'], width: number): number[] {
  const parts = columns.map(({ isNumber }) => (isNumber ? 1 : 2))
  const whole = parts.reduce((sum, part) => sum + part, 0)
  return parts.map((part) => (width * part) / whole)
}

function writeDocument({ pdf, margin, ensure, heightOf, writeAt }: PdfPage, document: Document): void {
  const { title, outlet, publishedAt, tone, snippet, url } = document
  const name = title.trim() === '' ? outlet : title
  const address = safeAddress(url)
  ensure(heightOf(name, { size: 10 }) + (snippet === null ? 16 : 44))
  writeAt(name.slice(0, 400), pdf.y + 6, {
    size: 10,
    weight: 'semibold',
    color: address === null ? ink : accent,
    link: address,
  })
  const facts = [outlet, sayDay(publishedAt), tone.label === 'unknown' ? 'tone unknown' : tone.label].join(' · ')
  writeAt(facts, pdf.y, { size: 8.5, color: quiet })
  if (snippet !== null) writeAt(snippet, pdf.y, { size: 9, color: ink })
  pdf.x = margin
}
