import {
  commentsPerDocument,
  type DailyAttention,
  type DailyReport,
  meanTone,
  type QueryNode,
  voiceFactors,
  type WordReader,
} from '@auspex/analytics'
import type {
  PublishedDocument,
  Enrichment,
  Provenance,
  QueryEcho,
  SourceKey,
  SourceRun,
  CoverageSection,
  CoverageSource,
  Voice,
  VoicesSection,
} from '@auspex/sdk/types'
import type { Steps } from '../../../adapters/database/turns/steps.ts'
import type { OutletWeeks, ReportFacts, ShardCoverage, TopicCarriers, NamedFacts } from '../../library/index.ts'
import { chatterKinds } from '../signal-filter.ts'
import { spellQuery } from '../describe-query.ts'
import { buildContexts } from './contexts-section.ts'
import type { CountedSections } from './count-sections.ts'
import { buildCounts } from './counts.ts'
import type { DescribedEvents } from './events-section.ts'
import type { GroupHolding } from './library.ts'
import { byNewest, type LibraryDocument, presentDocument } from './present-document.ts'
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
  { subjects, labels, ...sections }: DescribedSections,
): Steps<Omit<DailyReport, 'computeMs' | 'stale'>> {
  const { facts, node, documents, question, holdings } = input
  const { echo, topic } = spellQuery(
    input.echo,
    documents.filter(({ publishedAt }) => publishedAt.slice(0, 10) <= sections.lastDay).flatMap(textsOf),
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
    voices: buildVoices({ authors: facts.topAuthors, outlets: facts.topOutlets, lastDay: sections.lastDay }),
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
  return { ...report, summary: yield* buildSummary({ report, documents, stories, subjects, topic, node, question }) }
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

interface VoicesInput {
  authors: readonly NamedFacts[]
  outlets: readonly NamedFacts[]
  /** Last day of the report: documents dated after it are excluded. */
  lastDay: string
}

/** Voices in the order of the facts: by stories, then by who followed. */
export function buildVoices({ authors, outlets, lastDay }: VoicesInput): VoicesSection {
  const section: VoicesSection = {
    section: 'voices',
    authors: toVoices(authors, 'author', lastDay),
    outlets: toVoices(outlets, 'outlet', lastDay),
    note: null,
  }
  return { ...section, note: noteOn(section) }
}

function toVoices(facts: readonly NamedFacts[], kind: Voice['kind'], reportEnd: string): Voice[] {
  const factors = voiceFactors(facts.map((voice) => ({ ...voice, reach: reachOf(voice) })))
  return facts.map((voice, index): Voice => {
    const { name, group, sourceKey, stories, followers, documents, firstDay, lastDay, sharedStories, earliness } = voice
    const { influence = null, reach = null, amplification = null, firstMover = null } = factors[index] ?? {}
    return {
      name,
      kind,
      group,
      source: sourceKey,
      stories,
      followers,
      documents,
      reach: reachOf(voice),
      factors: {
        influence: toFourDecimals(influence),
        reach: toFourDecimals(reach),
        amplification: toFourDecimals(amplification),
        firstMover: toFourDecimals(firstMover),
        commentsPerDocument: toFourDecimals(commentsPerDocument(voice)),
        sharedStories,
        earliness: toFourDecimals(earliness),
      },
      toneMean: meanTone(voice.tone),
      firstDay: firstDay < reportEnd ? firstDay : reportEnd,
      lastDay: lastDay < reportEnd ? lastDay : reportEnd,
    }
  })
}

/** More digits would add a tenth to the section and carry no information. */
function toFourDecimals(value: number | null): number | null {
  return value === null ? null : Math.round(value * 10_000) / 10_000
}

/** Sum of points and comments; null when no document reports either. A sum below zero is not a reach. */
function reachOf({ score, comments }: NamedFacts): number | null {
  return score === null && comments === null ? null : Math.max(0, (score ?? 0) + (comments ?? 0))
}

function noteOn({ authors, outlets }: VoicesSection): string | null {
  if (outlets.length === 0) return null
  const voices = [...authors, ...outlets]
  const parts = [
    authors.length === 0 ? 'No source of these documents names authors.' : null,
    voices.every(({ reach }) => reach === null) ? 'No source of these documents reports points or comments.' : null,
    voices.every(({ factors }) => factors.sharedStories === null)
      ? 'Only a sample was read, which cannot show who was first.'
      : voices.every(({ factors }) => factors.firstMover === null)
        ? 'No text here was published by two voices, so nobody was first.'
        : null,
  ].filter((part) => part !== null)
  return parts.length === 0 ? null : parts.join(' ')
}
