import { Readable } from 'node:stream'
import type { ExportFormat } from '@auspex/sdk/types'
import { toPageAnalysis, toPageSeries } from '../../analysis/page-analysis.ts'
import { isSeriesFormat, writeAnalysis, writeSeries } from '../../analysis/write-analysis.ts'
import type { PrintedStoryPage, PrintedBody, PrintedCard } from '../story/printed-story.ts'
import { writeStoryHtml } from '../story/write-story-html.ts'
import { writeReportDocx } from './write-report-docx.ts'
import { number } from '../print-numbers.ts'
import { escapeMarkdown as escape } from '../story/markdown.ts'

/** More rows than a reader goes through line by line. */
const maxDays = 100

/** Writes a page without images in the requested format. */
export async function* writePage(page: PrintedStoryPage, format: ExportFormat): AsyncGenerator<Uint8Array> {
  if (isPageData(format)) yield* writePageData(page, format)
  else if (format === 'pdf') {
    const { writeStoryPdf } = await import('../story/write-story-pdf.ts')
    yield* writeStoryPdf(page, new Map())
  } else if (format === 'docx') yield writeReportDocx(page)
  else {
    const text = format === 'html' ? writeStoryHtml(page, new Map()) : writeReportMarkdown(page)
    yield new TextEncoder().encode(text)
  }
}

type PageData = 'xlsx' | 'pptx' | 'series-jsonl' | 'series-parquet'

/** Whether a format holds the numbers of a page as numbers. */
export function isPageData(format: ExportFormat): format is PageData {
  return format === 'xlsx' || format === 'pptx' || isSeriesFormat(format)
}

export async function* writePageData(page: PrintedStoryPage, format: PageData): AsyncGenerator<Uint8Array> {
  if (isSeriesFormat(format)) yield* writeSeries(Readable.from([toPageSeries(page)]), format)
  else yield await writeAnalysis(toPageAnalysis(page), format)
}

/** Writes a report as Markdown: its text unchanged, and its blocks as tables and sentences. */
export function writeReportMarkdown({ title, made, cards }: PrintedStoryPage): string {
  const isTitled = cards[0]?.body.kind === 'text' && /^\s*# /.test(cards[0].body.source)
  return `${[...(isTitled ? [] : [`# ${escape(title)}`]), ...cards.map(writeCard), `*${made}*`].join('\n\n')}\n`
}

function writeCard({ title, moment, warning, body }: PrintedCard): string {
  if (body.kind === 'text') return body.source.replaceAll(/^\n+|\s+$/g, '')
  const parts = [
    title === null ? '' : `**${escape(title)}**`,
    writeBody(body),
    moment === null ? '' : `*${moment}*`,
    warning === null ? '' : `*${escape(warning)}*`,
  ]
  return parts.filter((part) => part !== '').join('\n\n')
}

function writeBody(body: Exclude<PrintedBody, { kind: 'text' }>): string {
  if (body.kind === 'quote') return `> ${escape(body.text).replaceAll('\n', '\n> ')}`
  if (body.kind === 'number')
    return `${escape(body.name)}: **${escape(body.value)}**${body.note === '' ? '' : ` (${escape(body.note)})`}`
  if (body.kind === 'chart') return writeChart(body.chart)
  // pictures, documents and signals are cards of stories, which are not written as Markdown
  if (body.kind !== 'section') return ''
  const rows = body.rows.map(({ label, value, note }) => [label, value === null ? '' : number(value), note ?? ''])
  return [
    // a summary quotes headlines, which anybody may have written
    ...body.paragraphs.map(escape),
    body.chart === null ? '' : writeChart(body.chart),
    rows.length === 0 ? '' : writeTable(['What', 'Number', 'Note'], rows),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

function writeChart(chart: Extract<PrintedBody, { kind: 'chart' }>['chart']): string {
  if (chart === null) return 'There is no data for these days.'
  return chart.rows.length > maxDays ? chart.words : `${chart.words}\n\n${writeTable(['Day', chart.name], chart.rows)}`
}

function writeTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => escape(cell).replaceAll('\n', ' ')).join(' | ')} |`
  return [
    line(heads),
    // the second column has the numbers
    `| ${heads.map((_, column) => (column === 1 ? '--:' : '---')).join(' | ')} |`,
    ...rows.map(line),
  ].join('\n')
}
