import { type Formula, formatDay } from '@auspex/analytics'
import { safeAddress } from './html.ts'
import { accent, createPdfPage, line, type PdfPage, quiet } from './pdf-page.ts'
import { ink } from './pdf-typesetting.ts'
import { number } from './print-numbers.ts'
import {
  type PrintedFigure,
  type PrintedReport,
  type PrintedStatement,
  type PrintedStory,
  describeCopies,
} from './printed-report.ts'
import { drawTable } from './pdf-table.ts'
import type { PrintedTable } from './printed-tables.ts'
import { type PrintedSeries, spreadApart, toScale } from './chart-scale.ts'

const toneColors: Record<string, string> = {
  negative: '#b4472e',
  neutral: '#b3aec0',
  positive: '#2f7d5b',
  unknown: '#dedbe6',
}

/** Writes a report as an accessible PDF: tagged, searchable text, charts as lines, links to the published documents. */
export async function* writePdf(report: PrintedReport): AsyncGenerator<Uint8Array> {
  const page = createPdfPage({ title: report.title, createdAt: new Date(report.measuredAt) })
  page.write('Signal report', { size: 9.5, weight: 'semibold', color: accent, gap: 1 })
  page.write(report.title, { size: 24, weight: 'semibold', gap: 4, tag: 'H1' })
  page.write(report.scope, { size: 10, color: quiet })
  page.write(report.measured, { size: 10, color: quiet })
  for (const warning of report.warnings) page.write(warning, { size: 10, weight: 'semibold', color: ink })
  writeFigures(page, report)
  page.heading('Over time', seriesHeight(report.series) + 20)
  if (report.finding !== null) page.write(report.finding, { size: 11, weight: 'semibold', gap: 2 })
  drawSeries(page, report.series)
  writeStatements(page, 'Executive summary', report.story)
  page.heading('Tone')
  drawTone(page, report)
  for (const table of report.tables) writeTable(page, table)
  writeStatements(page, 'In their words', report.quotations)
  writeStatements(page, 'Also counted', report.otherCounts)
  page.heading('Documents')
  page.write(report.documentsNote, { size: 9, color: quiet, gap: 6 })
  page.group('L', () => report.stories.forEach((story) => writeStory(page, story)))
  page.heading('How the numbers were counted')
  page.group('L', () => report.formulas.forEach((formula) => writeFormula(page, formula)))
  const { canonical, signalId, libraryRevision } = report.source
  page.write(`Query ${canonical} · ${signalId} · library revision ${libraryRevision} · made with Auspex`, {
    size: 8,
    color: quiet,
  })
  page.writeMissing()
  yield* page.end()
}

function writeFigures({ pdf, margin, width, writeAt, group, decorate }: PdfPage, { figures }: PrintedReport): void {
  const top = pdf.y + 14
  const cellWidth = width / 3
  const cellHeight = 62
  decorate(() => pdf.roundedRect(margin, top, width, 2 * cellHeight + 12, 8).fill('#f6f5f9'))
  const writeFigure = ({ name, value, note }: PrintedFigure, index: number) => {
    const x = margin + 14 + (index % 3) * cellWidth
    const y = top + 12 + Math.floor(index / 3) * cellHeight
    const inner = { x, width: cellWidth - 24 }
    writeAt(name, y, { size: 8.5, color: quiet, ...inner, tag: 'Lbl' })
    group('LBody', () => {
      writeAt(value, y + 12, { size: 16, weight: 'semibold', ...inner })
      writeAt(note.length > 52 ? `${note.slice(0, 50)}…` : note, y + 33, { size: 8, color: quiet, ...inner })
    })
  }
  group('L', () => figures.forEach((figure, index) => group('LI', () => writeFigure(figure, index))))
  pdf.x = margin
  pdf.y = top + 2 * cellHeight + 14
}

function writeStatements(page: PdfPage, title: string, statements: readonly PrintedStatement[]): void {
  if (statements.length === 0) return
  page.heading(title)
  page.group('L', () => statements.forEach((statement) => writeStatement(page, statement)))
}

function writeStatement(
  { pdf, margin, width, startPageIfFull, heightOf, writeAt, group, decorate }: PdfPage,
  { text, claims }: PrintedStatement,
): void {
  const style = { size: 10.5, x: margin + 12, width: width - 12 }
  const notes = claims
    .filter(({ status }) => status !== 'supported')
    .map(({ status, reason }) => `${status}: ${reason}`)
  const note = [...new Set(notes)].join(' ')
  startPageIfFull(Math.min(200, heightOf(text, style) + (note === '' ? 0 : 14)))
  const top = pdf.y + 5
  const write = () => {
    writeAt(text, top, style)
    if (note !== '') writeAt(note, pdf.y, { ...style, size: 8, color: quiet })
  }
  group('LI', () => group('LBody', write))
  const isSamePage = pdf.y > top
  if (isSamePage)
    decorate(() =>
      pdf
        .moveTo(margin, top)
        .lineTo(margin, pdf.y - 2)
        .lineWidth(1.4)
        .strokeColor(note === '' ? accent : line)
        .stroke(),
    )
  pdf.y += 4
}

function drawTone({ pdf, margin, width, writeAt, figure }: PdfPage, { tone }: PrintedReport): void {
  const total = tone.reduce((sum, { documents }) => sum + documents, 0)
  if (total === 0) return writeAt('No document, so no tone.', pdf.y, { size: 9, color: quiet })
  const words = tone
    .map(({ label, documents }) => `${label} ${number(documents)} (${((100 * documents) / total).toFixed(0)}%)`)
    .join(' · ')
  figure({ alt: `Documents by tone: ${words}`, height: 38 }, (top) => {
    let x = margin
    for (const { label, documents } of tone) {
      const barWidth = (width * documents) / total
      if (barWidth > 0) pdf.rect(x, top + 6, Math.max(0.4, barWidth - 1), 11).fill(toneColors[label] ?? line)
      x += barWidth
    }
    writeAt(words, top + 23, { size: 8.5, color: quiet })
  })
}

function writeTable(page: PdfPage, { title, note, columns, rows }: PrintedTable): void {
  page.heading(title)
  page.write(note, { size: 9, color: quiet, gap: 4 })
  if (rows.length > 0) drawTable(page, { columns, rows })
}

function writeStory({ pdf, margin, startPageIfFull, heightOf, writeAt, group }: PdfPage, story: PrintedStory): void {
  const { title, outlet, publishedAt, tone, snippet, url } = story.document
  const name = title.trim() === '' ? outlet : title
  const address = safeAddress(url)
  startPageIfFull(heightOf(name, { size: 10 }) + (snippet === null ? 16 : 44))
  const facts = [
    outlet,
    formatDay(publishedAt),
    tone.label === 'unknown' ? 'tone unknown' : tone.label,
    ...describeCopies(story),
  ].join(' · ')
  const write = () => {
    writeAt(name.slice(0, 400), pdf.y + 6, {
      size: 10,
      weight: 'semibold',
      color: address === null ? ink : accent,
      link: address,
    })
    writeAt(facts, pdf.y, { size: 8.5, color: quiet })
    if (snippet !== null) writeAt(snippet, pdf.y, { size: 9, color: ink })
  }
  group('LI', () => group('LBody', write))
  pdf.x = margin
}

function writeFormula({ write, group }: PdfPage, { name, text, reference }: Formula): void {
  group('LI', () => {
    write(name, { size: 9, weight: 'semibold', tag: 'Lbl' })
    group('LBody', () => write(reference === null ? text : `${text} ${reference}.`, { size: 9, color: quiet, gap: 4 }))
  })
}

const tall = 120
const axisWidth = 40
/** Space above the bars for the axis title, and below for days and events. */
const [above, below, eventHeight] = [30, 22, 12]
const small = { size: 8, color: quiet }

/** Height of the chart. */
function seriesHeight({ events }: PrintedSeries): number {
  return above + tall + below + events.length * eventHeight
}

/** Documents over time: bars with both axes, gaps shaded and named, events numbered. */
function drawSeries({ pdf, margin, width, writeAt, figure }: PdfPage, series: PrintedSeries): void {
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
