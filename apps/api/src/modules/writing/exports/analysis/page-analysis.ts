import { capitalize, formatDay } from '@auspex/analytics'
import type { MarkdownBlock, MarkdownRun } from '../print/story/markdown.ts'
import type { CardChart } from '../print/story/card-chart.ts'
import type { PrintedBody, PrintedCard, PrintedStoryPage } from '../print/story/printed-story.ts'
import {
  type Analysis,
  type AnalysisFigure,
  type AnalysisSlide,
  type AnalysisTable,
  findHighest,
  type SeriesRow,
  toColumns,
  type ValueKind,
  writeCategory,
  writeFigure,
  writeValue,
} from './analysis.ts'

const kinds: Record<CardChart['measure'], ValueKind> = {
  documents: 'count',
  share: 'share',
  tone: 'tone',
  attention: 'count',
}
const numberKinds = { documents: 'count', momentum: 'decimal', tone: 'tone' } as const

/** A story or a saved report for workbooks and slides: its cards in their order, their numbers as numbers. */
export function toPageAnalysis({ noun, title, made, printedAt, cards }: PrintedStoryPage): Analysis {
  const charts = cards.flatMap((card) => {
    const chart = chartOf(card.body)
    return chart === null ? [] : [{ card, chart }]
  })
  const slides = cards.flatMap(toCardSlides)
  return {
    noun,
    title,
    scope: made,
    measured: cards.find(({ moment }) => moment !== null)?.moment ?? '',
    createdAt: printedAt,
    warnings: [],
    finding: slides.find(({ chart }) => chart !== undefined)?.title ?? null,
    figures: cards.flatMap((card) => (card.body.kind === 'number' ? [toFigure(card, card.body)] : [])),
    statements: {
      heading: 'In words',
      sentences: cards.flatMap(({ body }) => (body.kind === 'section' ? body.paragraphs : [])),
    },
    tables: [
      ...charts.map(({ card, chart }): AnalysisTable => ({
        title: card.title ?? chart.name,
        note: [chart.words, card.moment, card.warning].filter((text) => text !== null).join(' '),
        columns: [
          { name: 'Day', kind: 'day' },
          { name: chart.name, kind: kinds[chart.measure] },
        ],
        rows: chart.points.map(({ day, value }) => [day, value]),
      })),
      ...cards.flatMap(({ title: name, moment, body }) => toTables(name, moment, body)),
    ],
    slides,
    sources: {
      title: 'Sources',
      note: 'What the cards show, and when it was measured.',
      columns: toColumns({ Card: 'text', Measured: 'text', Caption: 'text' }),
      rows: cards.flatMap(({ title: name, moment, caption, body }) =>
        body.kind === 'document'
          ? [[body.title || 'A document', body.url ?? '', caption ?? ''] as const]
          : name === null
            ? []
            : [[name, moment ?? '', caption ?? ''] as const],
      ),
    },
    method: [
      { name: 'Numbers', text: 'Auspex measured every number of a card; none was typed by a person.' },
      {
        name: 'Frozen cards',
        text: 'They show what was measured at that time, all others what was measured when the file was made.',
      },
    ],
  }
}

/** The charts of the cards, value by value. */
export function toPageSeries({ cards }: PrintedStoryPage): SeriesRow[] {
  return cards.flatMap(({ title, body }) => {
    const chart = chartOf(body)
    return (chart?.points ?? []).map(({ day, value }) => ({
      signalId: null,
      title: title ?? '',
      measure: chart?.measure ?? '',
      firstDay: day,
      lastDay: day,
      value,
    }))
  })
}

function chartOf(body: PrintedBody): CardChart | null {
  return body.kind === 'chart' || body.kind === 'section' ? body.chart : null
}

type NumberBody = Extract<PrintedBody, { kind: 'number' }>

function toFigure({ title, moment }: PrintedCard, { name, figure }: NumberBody): AnalysisFigure {
  const { value, low, high, measure } = figure
  return {
    name: title === null ? name : `${title}: ${name.toLowerCase()}`,
    value,
    low,
    high,
    kind: numberKinds[measure],
    note: moment ?? '',
  }
}

function toTables(title: string | null, moment: string | null, body: PrintedBody): AnalysisTable[] {
  if (body.kind === 'section' && body.rows.length > 0) return [toRowsTable(title, moment, body)]
  return body.kind === 'text'
    ? body.blocks.flatMap((block) => (block.kind === 'table' ? [toTextTable(block)] : []))
    : []
}

function toRowsTable(
  title: string | null,
  moment: string | null,
  { rows }: Extract<PrintedBody, { kind: 'section' }>,
): AnalysisTable {
  return {
    title: title ?? 'Section',
    note: moment ?? '',
    columns: toColumns({
      What: 'text',
      Number: rows.every(({ value }) => Number.isInteger(value ?? 0)) ? 'count' : 'decimal',
      Note: 'text',
    }),
    rows: rows.map(({ label, value, note }) => [label, value, note]),
  }
}

/** A table that a person typed: all text, as its numbers were not measured. */
function toTextTable({ head, rows }: Extract<MarkdownBlock, { kind: 'table' }>): AnalysisTable {
  return {
    title: 'Table',
    note: '',
    columns: head.map((cell) => ({ name: textOf(cell), kind: 'text' })),
    rows: rows.map((row) => row.map(textOf)),
  }
}

function textOf(runs: readonly MarkdownRun[]): string {
  return runs.map(({ text, note }) => (note === undefined ? text : '')).join('')
}

function toCardSlides(card: PrintedCard): AnalysisSlide[] {
  const { title, caption, moment, warning, body } = card
  const subtitle = [warning, moment].filter((text) => text !== null).join(' ')
  if (body.kind === 'text') return toTextSlides(body.blocks)
  if (body.kind === 'quote') return [{ title: caption ?? 'In their words', subtitle, points: [`“${body.text}”`] }]
  if (body.kind === 'document')
    return [{ title: body.title || 'A document', subtitle: caption ?? '', points: [body.url ?? ''] }]
  if (body.kind === 'signal')
    return [{ title: `${body.title}: ${body.stage}`, subtitle, points: caption === null ? [] : [caption] }]
  if (body.kind === 'image') return [] // the pictures of a story are in its PDF and its web page
  if (body.kind === 'number') {
    const figure = toFigure(card, body)
    const value = `${capitalize(title ?? '')}: ${body.name.toLowerCase()} ${writeFigure(figure)}`
    return [{ title: caption ?? value.replace(/^: /, ''), subtitle, figures: [figure] }]
  }
  const chart = chartOf(body)
  const slides: AnalysisSlide[] = []
  if (chart !== null)
    slides.push({
      title: caption ?? describeChart(title, chart),
      subtitle: [title, chart.words, subtitle]
        .filter((text) => text !== null && text !== '')
        .join('. ')
        .replaceAll('..', '.'),
      chart: {
        form: 'line',
        axis: chart.name,
        kind: kinds[chart.measure],
        categories: chart.points.map(({ day }) => writeCategory(day, 'day')),
        series: [{ name: chart.name, values: chart.points.map(({ value }) => value) }],
      },
    })
  if (body.kind === 'section') {
    if (body.rows.length > 0)
      slides.push({ title: describeRows(title, body), subtitle, table: toRowsTable(title, moment, body) })
    if (body.paragraphs.length > 0) slides.push({ title: title ?? 'Summary', subtitle, points: body.paragraphs })
  }
  return slides
}

/** The finding of a chart: its peak, or for a tone where it stood last. */
function describeChart(title: string | null, { name, measure, points }: CardChart): string {
  const subject = title === null ? '' : `${capitalize(title)}: `
  const peak = findHighest(points, ({ value }) => value)
  if (peak === null) return `${subject}${name}`
  if (points.every(({ value }) => value === null || value === peak.value))
    return `${subject}${name.toLowerCase()} stayed at ${writeValue(peak.value, kinds[measure])}`
  return `${subject}${name.toLowerCase()} peaked at ${writeValue(peak.value, kinds[measure])} on ${formatDay(peak.day)}`
}

function describeRows(title: string | null, { rows }: Extract<PrintedBody, { kind: 'section' }>): string {
  const first = findHighest(rows, ({ value }) => value)
  return first === null || first.value === null
    ? (title ?? 'Section')
    : `${title === null ? '' : `${title}: `}most for ${first.label}, ${writeValue(first.value, Number.isInteger(first.value) ? 'count' : 'decimal')}`
}

const maxPoints = 6

/** Text as slides: one for each heading, its paragraphs and items as points, and its tables. */
function toTextSlides(blocks: readonly MarkdownBlock[]): AnalysisSlide[] {
  const slides: AnalysisSlide[] = []
  let title = ''
  let points: string[] = []
  const flush = () => {
    for (let from = 0; from < points.length; from += maxPoints) {
      const part = points.slice(from, from + maxPoints)
      const [first = ''] = part
      slides.push({ title: title || firstSentence(first), subtitle: '', points: part })
    }
    points = []
  }
  for (const block of blocks) {
    if (block.kind === 'heading') {
      flush()
      title = textOf(block.runs)
    } else if (block.kind === 'list') points.push(...block.items.map(textOf))
    else if (block.kind === 'table') {
      flush()
      slides.push({ title: title || 'Table', subtitle: '', table: toTextTable(block) })
    } else if (block.kind === 'code') points.push(block.text)
    else if (block.kind !== 'rule') points.push(textOf(block.runs))
  }
  flush()
  return slides
}

function firstSentence(text: string): string {
  return /^.{1,140}?[.!?](?=\s|$)/u.exec(text)?.[0] ?? text
}
