import type { QueryNode } from '@auspex/analytics'
import type {
  PublishedDocument,
  Enrichment,
  EventsSection,
  Provenance,
  QueryEcho,
  SourceKey,
  SourceRun,
} from '@auspex/sdk/types'
import type { ReportFacts, ShardCoverage } from '../../documents/index.ts'
import { chatterKinds } from '../signal-filter.ts'
import { buildContexts } from './contexts-section.ts'
import { buildCoverage } from './coverage-section.ts'
import type { CountedSections } from './count-sections.ts'
import { buildCounts } from './counts.ts'
import type { DailyAttention, DailyReport } from './daily-series.ts'
import type { GroupHolding } from './library.ts'
import { byNewest, type LibraryDocument, presentDocument } from './present-document.ts'
import { buildSummary } from './summary-section.ts'
import { buildVoices } from './voices-section.ts'

/** All that a report is made of. The builder asks nobody and reads no clock. */
export interface ReportInput {
  signalId: string
  echo: QueryEcho
  node: QueryNode
  provenance: Provenance
  facts: ReportFacts
  /** How many shards of the library answered; null when all did. */
  shards: ShardCoverage | null
  /** What the library holds of the sources that are measured. */
  holdings: readonly GroupHolding[]
  /** The newest and the most noticed documents, with their texts. */
  documents: readonly LibraryDocument[]
  runs: readonly SourceRun[]
  attention: DailyAttention
  enrichment: Enrichment
  labelOf: (source: SourceKey) => string
  computedAt: Date
  /** A question that the summary should bear on; null for none. */
  question: string | null
}

/** Shown of each group; the lists behind them page through the rest. */
const newestShown = 10
const noticedShown = 6

/** What counts alone tell, with the events told by their titles. */
export type ToldSections = Omit<CountedSections, 'events'> & { events: EventsSection }

/**
 * Builds all sections from one set of facts, so that their numbers agree; `sections` is what was made of the same facts
 * before. The times of measuring are filled in by the caller.
 */
export function buildReport(input: ReportInput, sections: ToldSections): Omit<DailyReport, 'computeMs' | 'stale'> {
  const { facts, node, echo, holdings } = input
  const kindTotal = (of: (kind: Pick<PublishedDocument, 'kind'>) => boolean) =>
    facts.byKind.filter(of).reduce((sum, { documents }) => sum + documents, 0)
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
    contexts: buildContexts({ node, terms: facts.terms, entities: facts.entities, enrichment: input.enrichment }),
    attention: input.attention,
    coverage: buildCoverage({
      holdings,
      counts: facts.bySource,
      runs: input.runs,
      enrichment: input.enrichment,
      labelOf: input.labelOf,
    }),
  } satisfies Omit<DailyReport, 'computeMs' | 'stale' | 'summary'>
  const { documents, question } = input
  return { ...report, summary: buildSummary({ report, documents, stories: facts.topStories ?? [], node, question }) }
}

/** The newest and the most noticed of a group, newest first. */
function showDocuments(
  { facts, documents, node }: ReportInput,
  isWanted: (document: Pick<PublishedDocument, 'kind'>) => boolean,
): PublishedDocument[] {
  const byId = new Map<string, LibraryDocument>(documents.map((document) => [document.id, document]))
  const listed = (ids: readonly string[], limit: number) =>
    ids
      .flatMap((id) => byId.get(id) ?? [])
      .filter(isWanted)
      .slice(0, limit)
  const shown = new Set([...listed(facts.newest, newestShown), ...listed(facts.mostEngaged, noticedShown)])
  return [...shown].toSorted(byNewest).map((document) => presentDocument(document, node))
}

function isChatter({ kind }: Pick<PublishedDocument, 'kind'>): boolean {
  return chatterKinds.includes(kind)
}
