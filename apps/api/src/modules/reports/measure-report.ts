import type { DailyReport } from '@auspex/analytics'
import type { DocumentCount, Provenance, SourceKey } from '@auspex/sdk/types'
import { runInTurns } from '../../adapters/database/turns/steps.ts'
import { yieldToEventLoop } from '../../adapters/database/turns/yield-to-event-loop.ts'
import type { Clock } from '../../kernel/clock.ts'
import {
  commonLanguage,
  type DocumentFilter,
  type DocumentTally,
  type ReportDocuments,
  type TopicMembers,
} from '../library/index.ts'
import type { CoverageRepository } from './coverage.repository.ts'
import { buildCounts, buildReport, type ReportInput } from './report/build-report.ts'
import { countSections, daysOfReport } from './report/count-sections.ts'
import { buildEvents, describedDocuments } from './report/events-section.ts'
import type { Library } from './report/library.ts'
import { eventDocuments, toLibraryDocument } from './report/present-document.ts'
import { type CanonicalQuery, readSignalQuery } from './signal-query.ts'

export interface MeasureDependencies {
  documents: ReportDocuments
  library: Library
  coverage: CoverageRepository
  labelOf: (source: SourceKey) => string
  clock: Clock
}

export interface MeasureInput {
  query: CanonicalQuery
  filter: DocumentFilter
  provenance: Provenance
  /** A question that the summary should focus on. */
  question?: string | null
  /** Called as soon as the documents are counted, long before the rest is ready. Its return value is awaited. */
  onCounted?: (count: DocumentCount) => void | Promise<void>
}

export interface MeasuredReport {
  report: DailyReport
  /** The input of the report; the same input builds the same report. */
  input: ReportInput
  /** The documents that were measured. */
  members: TopicMembers
  /** False while names or stories are still being extracted, which will soon change the report of the same documents. */
  isSettled: boolean
}

/**
 * Measures a signal from the library. One statement reads the matching documents; the sections that need only counts are built while the database
 * looks up names, texts and coverage.
 */
export async function measureReport(
  { query, filter, provenance, question = null, onCounted }: MeasureInput,
  deps: MeasureDependencies,
): Promise<MeasuredReport> {
  const { documents, library, coverage, clock } = deps
  const { echo } = query
  const { shards } = documents
  const started = performance.now()
  const computedAt = clock.now()
  const asOf = filter.asOf ?? null
  const holdingsAt = async (revision: number) => {
    const { holdings } = await library.at(revision, asOf ?? dayOf(computedAt), asOf)
    return holdings.filter(({ source }) => isMeasured(source, filter))
  }
  const reportTally = async (tally: DocumentTally) => {
    const days = daysOfReport({ facts: tally, echo, holdings: await holdingsAt(tally.revision), computedAt })
    const counts = buildCounts({ ...tally, storyClusters: tally.clusters, lastDay: days.lastDay, shards })
    await onCounted?.({ signalId: query.signalId, counts, ...days })
  }
  const { counted, dayDocuments, members, voicesAndContexts } = await documents.reportFacts(filter, {
    onTally: onCounted && reportTally,
  })
  const stories = (counted.topStories ?? []).map(({ documentId }) => documentId)
  const shownIds = [...new Set([...counted.newest, ...counted.mostEngaged, ...stories])]
  const count = async () => {
    const isOfDays = filter.fromDay != null || filter.toDay != null
    const [holdings, carriers] = await Promise.all([
      holdingsAt(counted.revision),
      isOfDays ? documents.carriers(filter) : null,
    ])
    const outletWeeks = await documents.outletWeeks(carriers ?? counted.groups, counted.revision, asOf)
    const covered = { holdings, outletWeeks, carriers }
    const counts = { facts: counted, dayDocuments, echo, ...covered, labelOf: deps.labelOf, computedAt }
    const sections = await runInTurns(countSections(counts))
    const titles = await documents.getTitles(describedDocuments(sections.events))
    const words = await documents.findWords(commonLanguage(titles) ?? '')
    await yieldToEventLoop()
    const described = await runInTurns(buildEvents(sections.events, { titles, node: query.node, words }))
    // documents that a sentence quotes are shown beside it
    const quoted = await documents.getDocuments(
      eventDocuments(described).filter((id) => !shownIds.includes(id)),
      { withoutTone: filter.withoutTone, asOf },
    )
    return { covered, sections: { ...sections, ...described }, quoted, words }
  }
  const [stored, progress, collectedSince, runs, attention, { covered, sections, quoted, words }, named] =
    await Promise.all([
      documents.getDocuments(shownIds, { withoutTone: filter.withoutTone, asOf }),
      documents.enrichmentProgress(),
      documents.collectedSince(),
      coverage.findLastRuns(searchedIds(query), asOf),
      coverage.findAttention(searchedIds(query), asOf),
      count(),
      voicesAndContexts,
    ])
  const input: ReportInput = {
    signalId: query.signalId,
    echo,
    node: query.node,
    provenance,
    facts: { ...counted, ...named },
    shards,
    ...covered,
    documents: [...stored, ...quoted].map(toLibraryDocument),
    runs,
    attention,
    words,
    enrichment: { pending: progress.pending, done: progress.done, pendingWords: progress.pendingWords },
    collectedSince,
    labelOf: deps.labelOf,
    computedAt,
    question,
  }
  await yieldToEventLoop()
  const report = await runInTurns(buildReport(input, sections))
  const computeMs = Math.round((performance.now() - started) * 10) / 10
  return {
    report: { ...report, computeMs, stale: false },
    input,
    members,
    isSettled: progress.pending === 0 && progress.pendingWeeks === 0 && progress.pendingWords === 0,
  }
}

/** Sources are queried by topic; the report of an entity, of some days or as of a past day relies on the searches for its topic. */
export function searchedIds({ signalId, echo }: CanonicalQuery): string[] {
  const today = { ...echo, asOf: null }
  const wider = [today, { ...today, entity: null }, { ...today, entity: null, startDate: null, endDate: null }]
  return [...new Set([signalId, ...wider.map((topic) => readSignalQuery(topic).signalId)])]
}

/** The UTC day of an instant. */
export function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10)
}

function isMeasured(source: SourceKey, { world, sources }: DocumentFilter): boolean {
  return (source === 'demo') === (world === 'demo') && (sources == null || sources.includes(source))
}
