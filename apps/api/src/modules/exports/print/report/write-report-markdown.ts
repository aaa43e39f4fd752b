import { number } from '../print-numbers.ts'
import type { PrintedBody, PrintedCard, PrintedStoryPage } from '../story/printed-story.ts'

/** More days than a reader goes through line by line. */
const mostDays = 100

/** A report as Markdown: the words as they were written, and what blocks show as tables and sentences. */
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
  if (body.kind === 'number') return `${body.name}: **${body.value}**${body.note === '' ? '' : ` (${body.note})`}`
  if (body.kind === 'chart') return writeChart(body.chart)
  if (body.kind !== 'section') return ''
  const rows = body.rows.map(({ label, value, note }) => [label, value === null ? '' : number(value), note ?? ''])
  return [
    ...body.paragraphs,
    body.chart === null ? '' : writeChart(body.chart),
    rows.length === 0 ? '' : writeTable(['', 'Number', ''], rows),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

function writeChart(chart: Extract<PrintedBody, { kind: 'chart' }>['chart']): string {
  if (chart === null) return 'Nothing is known of these days.'
  return chart.rows.length > mostDays ? chart.words : `${chart.words}\n\n${writeTable(['Day', chart.name], chart.rows)}`
}

function writeTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => escape(cell).replaceAll('\n', ' ')).join(' | ')} |`
  return [
    line(heads),
    `| ${heads.map((_, column) => (column === 0 ? '---' : '--:')).join(' | ')} |`,
    ...rows.map(line),
  ].join('\n')
}

/** Words that are no marks. */
function escape(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>|#]/g, String.raw`\$&`)
}
