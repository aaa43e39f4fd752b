import {
  type DailyAttention,
  type DailyReport,
  poissonInterval,
  presentVoices,
  type QueryNode,
  type WordReader,
} from '@auspex/analytics'
import type {
  Counts,
  PublishedDocument,
  Enrichment,
  Provenance,
  QueryEcho,
  SourceKey,
  SourceRun,
  CoverageSection,
  CoverageSource,
} from '@auspex/sdk/types'
import type { Steps } from '../../../adapters/database/turns/steps.ts'
import type { OutletWeeks, ReportFacts, ShardCoverage, TopicCarriers } from '../../library/index.ts'
import { chatterKinds } from '../signal-filter.ts'
import { spellQuery } from '../describe-query.ts'
import { buildContexts, countNames } from './contexts-section.ts'
import type { CountedSections } from './count-sections.ts'
import type { GroupHolding } from './library.ts'
import { byNewest, type DescribedEvents, type LibraryDocument, presentDocument } from './present-document.ts'
import { buildSummary } from './summary-section.ts'

/** Everything a report is built from. The builder performs no I/O and reads no clock. */
export interface ReportInput {
  signalId: string
  echo: QueryEcho
  node: QueryNode
  provenance: Provenance
  facts: ReportFacts
  /** How many shards of the library answered; null when all did. */
  shards: ShardCoverage | null
  /** What the library holds of the measured sources. */
  holdings: readonly GroupHolding[]
  /** What the library holds of the outlets that carry the topic. */
  outletWeeks: readonly OutletWeeks[]
  /** The outlets that carry the topic over all days; null when the report is of all days. */
  carriers: readonly TopicCarriers[] | null
  /** The newest and the most noticed documents, with their texts. */
  documents: readonly LibraryDocument[]
  runs: readonly SourceRun[]
  attention: DailyAttention
  /** What the words of the titles that describe events mean; null where the library does not know. */
  words: WordReader | null
  enrichment: Enrichment
  /** Since when the library has recorded what it collects; bundles of earlier versions lack it. */
  collectedSince?: string | null
  labelOf: (source: SourceKey) => string
  computedAt: Date
  /** A question that the summary should focus on; null for none. */
  question: string | null
}

/** Documents shown of each group; the lists behind them page through the rest. */
const maxNewestShown = 10
const maxEngagedShown = 6

/** The sections built from counts, with the events and the largest groups of the topic described by titles. */
export type DescribedSections = Omit<CountedSections, 'events'> & DescribedEvents

/**
 * Builds all sections from one set of facts, so that their numbers agree; `sections` were built from the same facts before. The caller fills in the
 * measuring times. Pauses before and within the summary.
 */
export function* buildReport(
  input: ReportInput,
  {
    subjects,
    labels,
    titles,
    titleScore,
    headlineScores,
    reports,
    names,
    sampleShifts,
    ...sections
  }: DescribedSections,
): Steps<Omit<DailyReport, 'computeMs' | 'stale'>> {
  const { facts, node, documents, question, holdings } = input
  const { echo, topic } = spellQuery(
    input.echo,
    documents.filter(({ publishedAt }) => publishedAt.slice(0, 10) <= sections.lastDay).flatMap(textsOf),
    input.words,
  )
  const kindTotal = (isIncluded: (kind: OfKind) => boolean) =>
    facts.byKind.filter(isIncluded).reduce((sum, kind) => sum + kind.documents, 0)
  const report = {
    signalId: input.signalId,
    query: echo,
    computedAt: input.computedAt.toISOString(),
    libraryRevision: facts.revision,
    provenance: input.provenance,
    counts: buildCounts({
      ...facts,
      storyClusters: facts.clusters,
      lastDay: sections.lastDay,
      shards: input.shards,
    }),
    ...sections,
    documents: {
      section: 'documents',
      items: showDocuments(input, (one) => !isChatter(one)),
      total: kindTotal((one) => !isChatter(one)),
    },
    chatter: {
      section: 'chatter',
      items: showDocuments(input, isChatter),
      total: kindTotal(isChatter),
    },
    voices: presentVoices({ authors: facts.topAuthors, outlets: facts.topOutlets, lastDay: sections.lastDay }),
    contexts: buildContexts({
      node,
      terms: facts.terms,
      entities: facts.entities,
      enrichment: input.enrichment,
      labels,
      authors: facts.topAuthors.map(({ name }) => name),
    }),
    attention: input.attention,
    coverage: buildCoverage({
      holdings,
      counts: facts.bySource,
      runs: input.runs,
      enrichment: input.enrichment,
      labelOf: input.labelOf,
      collectedSince: input.collectedSince,
    }),
  } satisfies Omit<DailyReport, 'computeMs' | 'stale' | 'summary'>
  yield
  const stories = facts.topStories ?? []
  const counted = countNames(names, { node, terms: facts.terms, entities: facts.entities })
  const about = { stories, subjects, titles, titleScore, headlineScores, reports, sampleShifts, holdings }
  return {
    ...report,
    summary: yield* buildSummary({ report, documents, topic, node, question, names: counted, ...about }),
  }
}

function textsOf({ title, body }: LibraryDocument): string[] {
  return [title, body ?? '']
}

/** The newest and the most noticed of a group, newest first. */
function showDocuments(
  { facts, documents, node }: ReportInput,
  isWanted: (document: OfKind) => boolean,
): PublishedDocument[] {
  const byId = new Map<string, LibraryDocument>(documents.map((document) => [document.id, document]))
  const listed = (ids: readonly string[], limit: number) =>
    ids
      .flatMap((id) => byId.get(id) ?? [])
      .filter(isWanted)
      .slice(0, limit)
  const shownIds = new Set([...listed(facts.newest, maxNewestShown), ...listed(facts.mostEngaged, maxEngagedShown)])
  return [...shownIds].toSorted(byNewest).map((document) => presentDocument(document, node))
}

interface OfKind {
  kind: PublishedDocument['kind']
}

function isChatter({ kind }: OfKind): boolean {
  return chatterKinds.includes(kind)
}

interface CoverageInput {
  /** What the library holds of the measured sources. */
  holdings: readonly GroupHolding[]
  counts: readonly { sourceKey: SourceKey; documents: number }[]
  runs: readonly SourceRun[]
  enrichment: Enrichment
  labelOf: (source: SourceKey) => string
  collectedSince: string | null | undefined
}

/** What was requested, what answered, and what the library holds of each measured source. */
function buildCoverage({
  holdings,
  counts,
  runs,
  enrichment,
  labelOf,
  collectedSince,
}: CoverageInput): CoverageSection {
  const matching = new Map(counts.map(({ sourceKey, documents }) => [sourceKey, documents]))
  const sources = new Map<SourceKey, CoverageSource>()
  for (const { source, total, firstDay, lastDay, complete } of holdings) {
    const existing = sources.get(source)
    sources.set(source, {
      source,
      label: labelOf(source),
      documents: matching.get(source) ?? 0,
      total: total + (existing?.total ?? 0),
      firstDay: [firstDay, existing?.firstDay ?? null].flatMap((day) => day ?? []).toSorted()[0] ?? null,
      lastDay:
        [lastDay, existing?.lastDay ?? null]
          .flatMap((day) => day ?? [])
          .toSorted()
          .at(-1) ?? null,
      complete,
    })
  }
  const since = collectedSince === undefined ? {} : { collectedSince }
  return { section: 'coverage', runs: [...runs], sources: [...sources.values()], enrichment, ...since }
}

interface CountsInput {
  documents: number
  /** Null when a sample was read. */
  storyClusters: number | null
  outlets: number
  authors: number
  /** Documents that were read; fewer than `documents` for a sample. */
  documentsRead: number
  /** Fraction of the matching documents that was read; 1 when all were. */
  sampleFraction: number
  days: readonly { day: string; documents: number }[]
  /** The last day of the report. */
  lastDay: string
  /** Null when all documents could be read. */
  shards: ShardCoverage | null
}

/**
 * The counts of a report. Those of a sample have the 95 % bounds of a Poisson count, scaled up: slightly wider than those of the binomial thinning
 * that produced the sample.
 */
export function buildCounts({
  documents,
  storyClusters,
  outlets,
  authors,
  documentsRead,
  sampleFraction,
  days,
  lastDay,
  shards,
}: CountsInput): Counts {
  const sampled = sampleFraction < 1
  const { low, high } = sampled ? poissonInterval(documentsRead) : { low: documents, high: documents }
  return {
    documents,
    storyClusters,
    outlets,
    authors: authors === 0 ? null : authors,
    sampled,
    sampleFraction,
    documentsLow: Math.floor(low / sampleFraction),
    documentsHigh: Math.ceil(high / sampleFraction),
    laterDocuments: days.reduce((sum, { day, documents: ofDay }) => sum + (day > lastDay ? ofDay : 0), 0),
    shards,
  }
}
