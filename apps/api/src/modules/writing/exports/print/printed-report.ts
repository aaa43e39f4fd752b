import { type Formula, formulas, formatDay } from '@auspex/analytics'
import type {
  Claim,
  PublishedDocument,
  Estimate,
  ForecastSection,
  NarrativesSection,
  SignalReport,
  SourceKey,
  Statement,
} from '@auspex/sdk/types'
import { toBars } from './bars.ts'
import type { PrintedSeries } from './chart-scale.ts'
import { number, percent, signedTone } from './print-numbers.ts'
import { listTables, type PrintedTable } from './printed-tables.ts'

export interface PrintedFigure {
  name: string
  value: string
  /** Its interval, or its basis. */
  note: string
}

export interface PrintedStatement {
  text: Statement['text']
  role: Statement['role']
  claims: readonly Claim[]
}

/** A document with the size of its story. */
export interface PrintedStory {
  document: PublishedDocument
  /** Matching documents of its story, including itself, and their outlets. */
  documents: number
  outlets: number
}

/** Sections that are not part of the report and are fetched in addition. */
export interface ReportSupplement {
  narratives: NarrativesSection
  forecast: ForecastSection
  /** Stories with more than one matching document, by `storyCluster`. */
  copies: ReadonlyMap<string, { documents: number; outlets: number }>
}

/** A report ready for print: what HTML and PDF both show, in order, with all decisions made. */
export interface PrintedReport {
  title: string
  scope: string
  measured: string
  /** When, as an ISO 8601 instant. */
  measuredAt: string
  /** What the reader must know first, such as that the documents are demo data. */
  warnings: string[]
  /** The statement that heads the chart; null when there is none. */
  finding: string | null
  figures: PrintedFigure[]
  /** What happened, the largest surprises first. */
  story: PrintedStatement[]
  /** Sentences of documents, verbatim. */
  quotations: PrintedStatement[]
  /** Counts in addition to the story. */
  otherCounts: PrintedStatement[]
  /** Documents over time. */
  series: PrintedSeries
  tone: { label: string; documents: number }[]
  tables: PrintedTable[]
  /** The newest and most noticed documents, one per story. */
  stories: readonly PrintedStory[]
  /** States how many documents match beyond those listed. */
  documentsNote: string
  formulas: readonly Formula[]
  source: { signalId: string; libraryRevision: number; canonical: string }
}

const countries = new Intl.DisplayNames('en', { type: 'region' })
export function nameCountry(country: string): string {
  return countries.of(country) ?? country
}

const storyLimit = 30
const eventLimit = 3

/** Builds the printed form of a report. */
export function toPrintedReport(
  report: SignalReport,
  supplement: ReportSupplement,
  labelOf: (source: SourceKey) => string,
): PrintedReport {
  const { query, counts, tone } = report
  const { statements, claims } = report.summary
  const printStatements = (isPrinted: (statement: Statement) => boolean): PrintedStatement[] =>
    statements
      .filter(isPrinted)
      .map(({ text, role, claimIds }) => ({ text, role, claims: claims.filter(({ id }) => claimIds.includes(id)) }))
  const stories = foldCopies(report, supplement.copies)
  const scope = [
    query.geo === null ? 'Everywhere' : (countries.of(query.geo) ?? query.geo),
    `${formatDay(report.firstDay)} to ${formatDay(report.lastDay)}`,
    query.sources.map(labelOf).join(', ') || 'All sources',
    ...(query.entity === null ? [] : [`names ${query.entity}`]),
  ]
  return {
    title: query.title,
    scope: scope.join(' · '),
    measured: `${query.asOf == null ? '' : `As it was known at the end of ${formatDay(query.asOf)}. `}Measured ${formatDay(report.computedAt)}, ${report.computedAt.slice(11, 16)} UTC. Ranges are 95% intervals.`,
    measuredAt: report.computedAt,
    warnings: [
      ...(report.provenance === 'demo' ? ['The documents of this report are made up for the demo.'] : []),
      ...(counts.sampled
        ? [`The counts are estimates: ${percent(counts.sampleFraction)} of the documents were read.`]
        : []),
    ],
    figures: figuresOf(report),
    finding: statements.find(({ part }) => part === 'title')?.text ?? null,
    story: printStatements(({ part }) => part === 'story'),
    quotations: printStatements(({ part, role }) => part === 'detail' && role !== null),
    otherCounts: printStatements(({ part, role }) => part === 'detail' && role === null),
    series: {
      unit: report.volume.interval,
      ...toBars(report.volume),
      events: report.events.events
        .slice(0, eventLimit)
        .map(({ onset, headline }) => ({ day: onset, headline: headline?.title ?? 'no headline' })),
    },
    tone: (['negative', 'neutral', 'positive', 'unknown'] as const).map((label) => ({
      label,
      documents: tone.counts[label],
    })),
    tables: listTables({ ...report, ...supplement }, { labelOf, countryOf: nameCountry }),
    stories,
    documentsNote: describeSelection(stories, counts.documents),
    formulas: Object.values<Formula>(formulas),
    source: {
      signalId: report.signalId,
      libraryRevision: report.libraryRevision,
      canonical: query.canonical,
    },
  }
}

/** The newest and most noticed documents, newest first, one per story. */
function foldCopies({ documents, chatter }: SignalReport, copies: ReportSupplement['copies']): PrintedStory[] {
  const seen = new Set<string>()
  return [...documents.items, ...chatter.items]
    .filter(({ storyCluster }) => !seen.has(storyCluster) && seen.add(storyCluster))
    .slice(0, storyLimit)
    .map((document) => ({ document, ...(copies.get(document.storyCluster) ?? { documents: 1, outlets: 1 }) }))
}

/** The number of documents of the same story, if more than one. */
export function describeCopies({ documents, outlets }: PrintedStory): string[] {
  return documents < 2
    ? []
    : [`${number(documents)} documents of ${outlets === 1 ? '1 outlet' : `${number(outlets)} outlets`}`]
}

/** Stories that the list may show: callers need to fetch copies only for these. */
export function shownStoryIds({ documents, chatter }: SignalReport): string[] {
  return [...new Set([...documents.items, ...chatter.items].map(({ storyCluster }) => storyCluster))]
}

function describeSelection(stories: readonly PrintedStory[], documents: number): string {
  const storyDocuments = stories.reduce((sum, story) => sum + story.documents, 0)
  return storyDocuments >= documents
    ? 'All documents that match, one of the versions of each.'
    : `The newest and most noticed, one of the versions of each: ${number(stories.length)} pieces in ${number(storyDocuments)} of ${number(documents)} documents. The CSV, JSONL and bundle exports hold all of them.`
}

/** Clarifies a stage based on shares: a share also falls when more of other things was collected. */
const stageNotes: Record<SignalReport['momentum']['basis'], string> = {
  share: 'of its share of what was collected, by a documented rule',
  count: 'of its pieces, by a documented rule',
}

function figuresOf({ counts, lastDay, momentum, stage, tone }: SignalReport): PrintedFigure[] {
  return [
    {
      name: 'Documents',
      value: number(counts.documents),
      note: [
        counts.sampled ? `${number(counts.documentsLow)} to ${number(counts.documentsHigh)}` : 'counted one by one',
        ...(counts.laterDocuments ? [`${number(counts.laterDocuments)} dated after ${formatDay(lastDay)}`] : []),
      ].join('; '),
    },
    {
      name: 'Pieces',
      value: counts.storyClusters === null ? 'unknown' : number(counts.storyClusters),
      note: counts.storyClusters === null ? 'a sample cannot tell' : 'near-duplicates count once',
    },
    {
      name: 'Outlets',
      value: number(counts.outlets),
      note: counts.authors === null ? 'no source names authors' : `${number(counts.authors)} named authors`,
    },
    {
      name: 'Growth',
      value: momentum.ratio === null ? 'unknown' : `${decimal(momentum.ratio.value)}×`,
      note: momentum.ratio === null ? (momentum.reason ?? '') : interval(momentum.ratio, decimal),
    },
    {
      name: 'Stage',
      value: stage.stage ?? 'unknown',
      note: stage.stage === null ? stage.reason : stageNotes[momentum.basis],
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
