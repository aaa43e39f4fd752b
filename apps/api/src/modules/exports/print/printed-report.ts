import { type Formula, formulas, sayDay } from '@auspex/analytics'
import type { Claim, Document, Estimate, SignalReport, SourceKey, Statement } from '@auspex/sdk/types'
import { type Bar, toBars } from './bars.ts'
import { number, signedTone } from './print-numbers.ts'
import { listTables, type PrintedTable } from './printed-tables.ts'

export interface PrintedFigure {
  name: string
  value: string
  /** Its interval, or what it rests on. */
  note: string
}

export interface PrintedStatement extends Pick<Statement, 'text' | 'role'> {
  claims: readonly Claim[]
}

/** A report as it is read on paper: what HTML and PDF both show, in order, with nothing left to decide. */
export interface PrintedReport {
  title: string
  scope: string
  measured: string
  /** When, as an ISO 8601 instant. */
  measuredAt: string
  /** What the reader must know before reading on, such as that the documents are made up. */
  warnings: string[]
  /** The finding that heads the chart; null when there is none. */
  finding: string | null
  figures: PrintedFigure[]
  statements: PrintedStatement[]
  /** Documents over time, at most about a hundred and twenty bars. */
  bars: { unit: string; bars: readonly Bar[] }
  tone: { label: string; documents: number }[]
  tables: PrintedTable[]
  documents: readonly Document[]
  /** Documents that match beside those that are listed. */
  documentsNote: string
  formulas: readonly Formula[]
  source: { signalId: string; libraryRevision: number; canonical: string }
}

const countries = new Intl.DisplayNames('en', { type: 'region' })
const documentLimit = 30

/** What is printed of a report. Pure. */
export function toPrintedReport(report: SignalReport, labelOf: (source: SourceKey) => string): PrintedReport {
  const { query, counts, tone } = report
  const { statements, claims } = report.summary
  const documents = [...report.documents.items, ...report.chatter.items].slice(0, documentLimit)
  const scope = [
    query.geo === null ? 'Everywhere' : (countries.of(query.geo) ?? query.geo),
    `${sayDay(report.firstDay)} to ${sayDay(report.lastDay)}`,
    query.sources.map(labelOf).join(', ') || 'All sources',
    ...(query.entity === null ? [] : [`names ${query.entity}`]),
  ]
  return {
    title: query.title,
    scope: scope.join(' · '),
    measured: `Measured ${report.computedAt.slice(0, 16).replace('T', ' ')} UTC. Ranges are 95 % intervals.`,
    measuredAt: report.computedAt,
    warnings: [
      ...(report.provenance === 'demo' ? ['The documents of this report are made up for the demo.'] : []),
      ...(counts.sampled ? ['The counts are estimates: one document of eight was read.'] : []),
    ],
    figures: figuresOf(report),
    finding: statements.find(({ part }) => part === 'title')?.text ?? null,
    statements: statements
      .filter(({ part }) => part !== 'title')
      .map(({ text, role, claimIds }) => ({
        text,
        role,
        claims: claims.filter(({ id }) => claimIds.includes(id)),
      })),
    bars: toBars(report.volume),
    tone: (['negative', 'neutral', 'positive', 'unknown'] as const).map((label) => ({
      label,
      documents: tone.counts[label],
    })),
    tables: listTables(report, { labelOf, countryOf: (country) => countries.of(country) ?? country }),
    documents,
    documentsNote:
      counts.documents > documents.length
        ? `The ${documents.length} newest of ${number(counts.documents)}; the CSV, JSONL and bundle exports hold all of them.`
        : 'All documents that match.',
    formulas: Object.values<Formula>(formulas),
    source: {
      signalId: report.signalId,
      libraryRevision: report.libraryRevision,
      canonical: query.canonical,
    },
  }
}

function figuresOf({ counts, momentum, stage, tone }: SignalReport): PrintedFigure[] {
  return [
    {
      name: 'Documents',
      value: number(counts.documents),
      note: counts.sampled ? `${number(counts.documentsLow)} to ${number(counts.documentsHigh)}` : 'counted one by one',
    },
    {
      name: 'Stories',
      value: counts.storyClusters === null ? 'unknown' : number(counts.storyClusters),
      note: counts.storyClusters === null ? 'a sample cannot tell' : 'near-duplicates count once',
    },
    {
      name: 'Outlets',
      value: number(counts.outlets),
      note: counts.authors === null ? 'no source names authors' : `${number(counts.authors)} named authors`,
    },
    {
      name: 'Momentum',
      value: momentum.ratio === null ? 'unknown' : `${decimal(momentum.ratio.value)}×`,
      note: momentum.ratio === null ? (momentum.reason ?? '') : interval(momentum.ratio, decimal),
    },
    {
      name: 'Stage',
      value: stage.stage ?? 'unknown',
      note: stage.stage === null ? stage.reason : 'by a documented rule',
    },
    {
      name: 'Mean tone',
      value: tone.mean === null ? 'unknown' : signedTone(tone.mean.value),
      note: tone.mean === null ? 'too few documents of known tone' : interval(tone.mean, signedTone),
    },
  ]
}

function interval({ low, high }: Estimate, write: (value: number) => string): string {
  return `${write(low)} to ${write(high)}`
}

function decimal(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : 0 })
}
