import { formatDay } from '@auspex/analytics'
import type { ProjectSource } from '@auspex/sdk/types'
import type { CollectionRow } from '../collection-rows.ts'
import { describeCounted, listGaps } from '../print/collection/printed-collection.ts'
import { formatMoment } from '../print/story/printed-story.ts'
import {
  type Analysis,
  type AnalysisSlide,
  type AnalysisTable,
  findHighest,
  type SeriesRow,
  toColumns,
  writeCategory,
} from './analysis.ts'

interface AnalyzedPortfolio {
  title: string
  rows: readonly CollectionRow[]
}

interface CollectionInput {
  noun: 'Portfolio' | 'Project'
  title: string
  updatedAt: string
  createdAt: string
  portfolios: readonly AnalyzedPortfolio[]
  sources: readonly ProjectSource[]
}

const maxBars = 12
const maxPortfolioSlides = 10

/** A portfolio or a project for workbooks and slides. */
export function toCollectionAnalysis(input: CollectionInput): Analysis {
  const { noun, title, updatedAt, createdAt, portfolios, sources } = input
  const rows = portfolios.flatMap((portfolio) => portfolio.rows)
  const isDemo = sources.some(({ source, documents }) => source === 'demo' && documents > 0)
  const measured = rows.flatMap(({ refreshedAt }) => refreshedAt ?? []).toSorted()
  const leader = findHighest(rows, ({ documents }) => documents)
  return {
    noun,
    title,
    scope: `${count(rows.length, 'signal')}${noun === 'Project' ? ` in ${count(portfolios.length, 'portfolio')}` : ''} · last changed on ${formatDay(updatedAt)}`,
    measured:
      measured[0] === undefined
        ? `Nothing has been measured yet. Made on ${formatMoment(createdAt)}.`
        : `The oldest figures are from ${formatMoment(measured[0])}. Ranges are 95% intervals.`,
    createdAt,
    warnings: isDemo ? ['The documents behind these figures were made up for the demo.'] : [],
    finding:
      leader === null
        ? null
        : `${leader.title} has the most documents: ${(leader.documents ?? 0).toLocaleString('en')}`,
    figures: [],
    statements: { heading: 'What is not known', sentences: rows.flatMap(listGaps).slice(0, 50) },
    tables: [signalsTable(rows), daysTable(rows), eventsTable(rows)],
    slides: portfolios
      .slice(0, maxPortfolioSlides)
      .flatMap((portfolio) => toSlides(portfolio, portfolios.length > 1 ? `${portfolio.title}. ` : '')),
    sources: sourcesTable(sources),
    method: [
      {
        name: 'Documents a day',
        text: 'The average over the covered days of the last seven. A day is covered if a source that reaches back to it has been read.',
      },
      {
        name: 'Growth',
        text: 'The rate of stories in the last window divided by the rate in the window before it; 1 is no change.',
      },
      { name: 'Mean tone', text: 'From −1 to +1, over the documents whose tone could be measured.' },
      { name: 'Sources', text: 'A document that matches two signals is counted twice.' },
    ],
  }
}

/** The stored days of the signals. */
export function toCollectionSeries(rows: readonly CollectionRow[]): SeriesRow[] {
  return rows.flatMap(({ signalId, title, sparkline }) =>
    sparkline.map(({ day, documents }) => ({
      signalId,
      title,
      measure: 'documents',
      firstDay: day,
      lastDay: day,
      value: documents,
    })),
  )
}

function signalsTable(rows: readonly CollectionRow[]): AnalysisTable {
  return {
    title: 'Signals',
    note: 'Growth is the rate of the last window over that of the window before, with its 95% interval.',
    columns: toColumns({
      Portfolio: 'text',
      Signal: 'text',
      Stage: 'text',
      Documents: 'count',
      'Documents a day': 'decimal',
      Growth: 'decimal',
      'Growth low': 'decimal',
      'Growth high': 'decimal',
      'Mean tone': 'tone',
      'Tone low': 'tone',
      'Tone high': 'tone',
      'Last covered day': 'day',
      Counted: 'text',
      Measured: 'moment',
    }),
    rows: rows.map(({ portfolio, title, stage, documents, level, momentum, tone, query, refreshedAt }) => [
      portfolio,
      title,
      stage,
      documents,
      level?.average ?? null,
      momentum?.value ?? null,
      momentum?.low ?? null,
      momentum?.high ?? null,
      tone?.value ?? null,
      tone?.low ?? null,
      tone?.high ?? null,
      level?.day ?? null,
      describeCounted(query),
      refreshedAt,
    ]),
  }
}

function daysTable(rows: readonly CollectionRow[]): AnalysisTable {
  return {
    title: 'By day',
    note: 'Documents a day for at most the last 60 days. Days that no source covers are unknown.',
    columns: toColumns({ Portfolio: 'text', Signal: 'text', Day: 'day', Documents: 'count' }),
    rows: rows.flatMap(({ portfolio, title, sparkline }) =>
      sparkline.map(({ day, documents }) => [portfolio, title, day, documents]),
    ),
  }
}

function eventsTable(rows: readonly CollectionRow[]): AnalysisTable {
  return {
    title: 'What happened last',
    note: 'The newest period of each signal that stands out from its usual level.',
    columns: toColumns({
      Signal: 'text',
      Since: 'day',
      Headline: 'text',
      Stories: 'count',
      'Times the usual level': 'decimal',
    }),
    rows: rows.flatMap(({ title, newestEvent }) =>
      newestEvent === null
        ? []
        : [[title, newestEvent.day, newestEvent.title, newestEvent.stories, newestEvent.ratio] as const],
    ),
  }
}

function sourcesTable(sources: readonly ProjectSource[]): AnalysisTable {
  return {
    title: 'Sources',
    note: 'A document that matches two signals is counted twice.',
    columns: toColumns({
      Source: 'text',
      'Newest document': 'day',
      'Last answer': 'text',
      Documents: 'count',
      'Signals with documents of it': 'count',
      'Signals it failed for': 'count',
    }),
    rows: sources.map(({ label, lastDay, status, reason, documents, signals, failing }) => [
      label,
      lastDay,
      status === null ? 'never searched' : reason === null ? status : `${status}: ${reason}`,
      documents,
      signals,
      failing,
    ]),
  }
}

function toSlides({ rows }: AnalyzedPortfolio, of: string): AnalysisSlide[] {
  if (rows.length === 0) return []
  const events = eventsTable(rows)
  return [
    ...barsSlide(rows, {
      of,
      axis: 'Documents a day',
      value: ({ level }) => level?.average ?? null,
      describe: ({ title, level }) => `${title} draws the most now, at ${write(level?.average ?? 0)} a day`,
      note: 'Mean of the last seven covered days.',
    }),
    ...barsSlide(rows, {
      of,
      axis: 'Growth',
      value: ({ momentum }) => momentum?.value ?? null,
      describe: ({ title, momentum }) =>
        momentum !== null && momentum.low > 1
          ? `${title} grew the most: ${write(momentum.value)} times (${write(momentum.low)} to ${write(momentum.high)})`
          : 'No signal has clearly grown',
      note: 'Rate of the last window over that of the window before; 1 is no change.',
    }),
    ...linesSlide(rows, of),
    ...(events.rows.length === 0
      ? []
      : [{ title: describeEvents(rows), subtitle: `${of}${events.note}`, table: events }]),
  ]
}

interface BarsInput {
  of: string
  axis: string
  value: (row: CollectionRow) => number | null
  /** The finding about the first row. */
  describe: (row: CollectionRow) => string
  note: string
}

function barsSlide(rows: readonly CollectionRow[], { of, axis, value, describe, note }: BarsInput): AnalysisSlide[] {
  const measuredRows = rows
    .flatMap((row) => {
      const measured = value(row)
      return measured === null ? [] : [{ row, measured }]
    })
    .toSorted((a, b) => b.measured - a.measured)
  const [first, second] = measuredRows
  if (first === undefined) return []
  const isTied = second?.measured === first.measured
  const barRows = measuredRows.slice(0, maxBars)
  const unknownCount = rows.length - measuredRows.length
  const omitted = [
    barRows.length < measuredRows.length ? `The first ${barRows.length} of ${measuredRows.length}.` : '',
    unknownCount === 0 ? '' : `Unknown for ${count(unknownCount, 'signal')}.`,
  ]
  return [
    {
      title: isTied ? `${axis}: no signal is ahead of all others` : describe(first.row),
      subtitle: [`${of}${note}`, ...omitted].filter((text) => text !== '').join(' '),
      chart: {
        form: 'bars',
        axis,
        kind: 'decimal',
        categories: barRows.map(({ row }) => row.title),
        series: [{ name: axis, values: barRows.map(({ measured }) => measured) }],
      },
    },
  ]
}

const maxLines = 5

function linesSlide(rows: readonly CollectionRow[], of: string): AnalysisSlide[] {
  const lineRows = rows
    .filter(({ sparkline }) => sparkline.some(({ documents }) => documents !== null))
    .toSorted((a, b) => (b.level?.average ?? 0) - (a.level?.average ?? 0))
    .slice(0, maxLines)
  const days = [...new Set(lineRows.flatMap(({ sparkline }) => sparkline.map(({ day }) => day)))].toSorted()
  const peak = findHighest(
    lineRows.flatMap(({ title, sparkline }) => sparkline.map((point) => ({ title, ...point }))),
    ({ documents }) => documents,
  )
  if (peak === null) return []
  const peaks = lineRows.flatMap(({ sparkline }) => sparkline.filter(({ documents }) => documents === peak.documents))
  const isTied = peaks.length > 1
  return [
    {
      title: isTied
        ? `No day had more than ${count(peak.documents ?? 0, 'document')}`
        : `${peak.title} peaked on ${formatDay(peak.day)} with ${count(peak.documents ?? 0, 'document')}`,
      subtitle: `${of}Documents a day of the ${lineRows.length === rows.length ? '' : 'largest '}signals. Gaps are days without data.`,
      chart: {
        form: 'line',
        axis: 'Documents a day',
        kind: 'count',
        categories: days.map((day) => writeCategory(day, 'day')),
        series: lineRows.map(({ title, sparkline }) => {
          const values = new Map(sparkline.map(({ day, documents }) => [day, documents]))
          return { name: title, values: days.map((day) => values.get(day) ?? null) }
        }),
      },
    },
  ]
}

function describeEvents(rows: readonly CollectionRow[]): string {
  const newest = findHighest(rows, ({ newestEvent }) => (newestEvent === null ? null : Date.parse(newestEvent.day)))
  return newest?.newestEvent == null
    ? 'What happened last'
    : `The latest to stand out: ${newest.title}, on ${formatDay(newest.newestEvent.day)}`
}

function count(value: number, noun: string): string {
  return `${value.toLocaleString('en')} ${noun}${value === 1 ? '' : 's'}`
}

function write(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : 1 })
}
