import type { QueryNode } from '@auspex/analytics'
import type {
  AttentionSection,
  Document,
  Enrichment,
  Provenance,
  QueryEcho,
  SignalReport,
  SourceKey,
  SourceRun,
} from '@auspex/sdk/types'
import type { CountedFacts, ReportFacts } from '../../documents/index.ts'
import { chatterKinds } from '../signal-filter.ts'
import { buildContexts } from './contexts-section.ts'
import { buildCoverage } from './coverage-section.ts'
import { buildCounts } from './counts.ts'
import { reportDays } from './day-range.ts'
import type { SourceHolding } from './library.ts'
import { buildInflections } from './inflections-section.ts'
import { buildLocations } from './locations-section.ts'
import { buildMomentum, measuredDays } from './momentum-section.ts'
import { byNewest, type LibraryDocument, presentDocument } from './present-document.ts'
import { buildSummary } from './summary-section.ts'
import { buildTone } from './tone-section.ts'
import { sumHoldings } from './totals.ts'
import { buildVoices } from './voices-section.ts'
import { buildVolume } from './volume-section.ts'

/** All that a report is made of. The builder asks nobody and reads no clock. */
export interface ReportInput {
  signalId: string
  echo: QueryEcho
  node: QueryNode
  provenance: Provenance
  facts: ReportFacts
  /** What the library holds of the sources that are measured. */
  holdings: readonly SourceHolding[]
  /** The newest and the most noticed documents, with their texts. */
  documents: readonly LibraryDocument[]
  runs: readonly SourceRun[]
  attention: AttentionSection
  enrichment: Enrichment
  labelOf: (source: SourceKey) => string
  computedAt: Date
  /** A question that the summary should bear on; null for none. */
  question: string | null
}

const documentLimit = 50

/** What the sections that need only counts are made of. */
export type BeginInput = Pick<ReportInput, 'echo' | 'holdings' | 'computedAt'> & { facts: CountedFacts }

export type CountedSections =
  ReturnType<typeof countSections> extends Generator<void, infer Sections> ? Sections : never

/**
 * The sections that need only counts, which is most of the work: done while the database looks up names and texts. It stops
 * between the sections, so that the caller can read an answer of the database and ask the next question.
 */
export function* countSections({ facts, echo, holdings, computedAt }: BeginInput) {
  const { span, totals } = sumHoldings(holdings)
  const today = computedAt.toISOString().slice(0, 10)
  const { firstDay, lastDay } = reportDays({
    firstMatch: dayOf(facts.firstAt),
    lastMatch: dayOf(facts.lastAt),
    library: span,
    query: echo,
    today,
  })
  const complete = new Set(holdings.filter((holding) => holding.complete).map(({ source }) => source))
  const completeByDay = new Map(facts.days.map(({ day, sources }) => [day, countOf(sources, complete)]))
  const volume = buildVolume({
    firstDay,
    lastDay,
    days: facts.days.map((day) => ({
      ...day,
      storyClusters: day.clusters,
      outlets: day.outlets,
      completeDocuments: completeByDay.get(day.day) ?? 0,
    })),
    totals,
    sources: facts.bySource.map(({ sourceKey, documents }) => ({ source: sourceKey, documents })),
    kinds: facts.byKind.map(({ kind, documents }) => ({ kind, documents })),
  })
  yield
  // of the days before a first day that was asked for nothing was counted, so they are no zeros
  const known = echo.startDate === null ? span : null
  const measured = measuredDays({ days: volume.days, completeByDay, span: known, totals })
  const momentum = buildMomentum({ days: measured, asOf: lastDay })
  yield
  const inflections = buildInflections({
    days: measured,
    firstDay,
    lastDay,
    today,
    factor: facts.sampled ? facts.documents / Math.max(1, facts.documentsRead) : 1,
  })
  yield
  const tone = buildTone(facts)
  const locations = buildLocations({ places: facts.byCountry, documents: facts.documents })
  return { firstDay, lastDay, volume, ...momentum, inflections, tone, locations }
}

/**
 * Builds all sections from one set of facts, so that their numbers agree; `sections` is what `countSections` made of the
 * same facts. The times of measuring are filled in by the caller.
 */
export function buildReport(
  input: ReportInput,
  sections: CountedSections = withoutStops(countSections(input)),
): Omit<SignalReport, 'computeMs' | 'stale'> {
  const { facts, node, echo, holdings } = input
  const shown = input.documents.toSorted(byNewest).map((document) => presentDocument(document, node))
  const kindTotal = (of: (kind: Pick<Document, 'kind'>) => boolean) =>
    facts.byKind.filter(of).reduce((sum, { documents }) => sum + documents, 0)
  const report = {
    signalId: input.signalId,
    query: echo,
    computedAt: input.computedAt.toISOString(),
    libraryRevision: facts.revision,
    provenance: input.provenance,
    counts: buildCounts({ ...facts, storyClusters: facts.clusters }),
    ...sections,
    documents: {
      section: 'documents',
      items: shown.filter((one) => !isChatter(one)).slice(0, documentLimit),
      total: kindTotal((one) => !isChatter(one)),
    },
    chatter: {
      section: 'chatter',
      items: shown.filter(isChatter).slice(0, documentLimit),
      total: kindTotal(isChatter),
    },
    voices: buildVoices({ authors: facts.topAuthors, outlets: facts.topOutlets }),
    contexts: buildContexts({ node, terms: facts.terms, entities: facts.entities, enrichment: input.enrichment }),
    attention: input.attention,
    coverage: buildCoverage({
      holdings,
      counts: facts.bySource,
      runs: input.runs,
      enrichment: input.enrichment,
      labelOf: input.labelOf,
    }),
  } satisfies Omit<SignalReport, 'computeMs' | 'stale' | 'summary'>
  const { documents, question } = input
  return { ...report, summary: buildSummary({ report, documents, stories: facts.topStories ?? [], node, question }) }
}

function withoutStops<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

function isChatter({ kind }: Pick<Document, 'kind'>): boolean {
  return chatterKinds.includes(kind)
}

function dayOf(instant: string | null): string | null {
  return instant?.slice(0, 10) ?? null
}

function countOf(sources: Partial<Record<SourceKey, number>>, wanted: ReadonlySet<SourceKey>): number {
  let count = 0
  for (const source of wanted) count += sources[source] ?? 0
  return count
}
