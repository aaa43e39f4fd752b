import type { Provenance, SignalReport, SourceKey } from '@auspex/sdk/types'
import type { Clock } from '../../kernel/clock.ts'
import type { DocumentFilter, DocumentsModule } from '../documents/index.ts'
import type { CoverageRepository } from './coverage.repository.ts'
import { buildReport, type ReportInput } from './report/build-report.ts'
import type { Library } from './report/library.ts'
import { toLibraryDocument } from './report/present-document.ts'
import { type CanonicalQuery, readSignalQuery } from './signal-query.ts'

export interface MeasureDependencies {
  documents: Pick<DocumentsModule, 'reportFacts' | 'getDocuments' | 'enrichmentProgress'>
  library: Library
  coverage: CoverageRepository
  labelOf: (source: SourceKey) => string
  clock: Clock
}

export interface MeasureInput {
  query: CanonicalQuery
  filter: DocumentFilter
  provenance: Provenance
  /** A question that the summary should bear on. */
  question?: string | null
}

export interface MeasuredReport {
  report: SignalReport
  /** What it was made of, from which the same report can be made again. */
  input: ReportInput
  /** False while names or stories are still being read, so that the same documents will soon say more. */
  isSettled: boolean
}

/** Measures a signal from the library: one statement counts everything, a few more bring texts and coverage. */
export async function measureReport(
  { query, filter, provenance, question = null }: MeasureInput,
  deps: MeasureDependencies,
): Promise<MeasuredReport> {
  const { documents, library, coverage, clock } = deps
  const started = performance.now()
  const computedAt = clock.now()
  const facts = await documents.reportFacts(filter)
  const stories = (facts.topStories ?? []).map(({ documentId }) => documentId)
  const shown = [...new Set([...facts.newest, ...facts.mostEngaged, ...stories])]
  const [stored, { holdings }, progress, runs, attention] = await Promise.all([
    documents.getDocuments(shown),
    library.at(facts.revision),
    documents.enrichmentProgress(),
    coverage.findLastRuns(askedIds(query)),
    coverage.findAttention(askedIds(query)),
  ])
  const input: ReportInput = {
    signalId: query.signalId,
    echo: query.echo,
    node: query.node,
    provenance,
    facts,
    holdings: holdings.filter(({ source }) => isMeasured(source, filter)),
    documents: stored.map(toLibraryDocument),
    runs,
    attention,
    enrichment: { pending: progress.pending, done: progress.done },
    labelOf: deps.labelOf,
    computedAt,
    question,
  }
  const report = buildReport(input)
  const computeMs = Math.round((performance.now() - started) * 10) / 10
  return {
    report: { ...report, computeMs, stale: false },
    input,
    isSettled: progress.pending === 0 && progress.pendingWeeks === 0,
  }
}

/** Sources are asked about a topic; a report that is narrowed to an entity stands on what was asked about the topic. */
function askedIds({ signalId, echo }: CanonicalQuery): string[] {
  return echo.entity === null ? [signalId] : [signalId, readSignalQuery({ ...echo, entity: null }).signalId]
}

function isMeasured(source: SourceKey, { world, sources }: DocumentFilter): boolean {
  return (source === 'demo') === (world === 'demo') && (sources == null || sources.includes(source))
}
