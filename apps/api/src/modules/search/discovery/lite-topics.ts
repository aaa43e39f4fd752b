import type { DocumentFilter, TopicCount } from '../../library/index.ts'
import type { DiscoveryDependencies } from './discovery-dependencies.ts'
import { minReportDocuments, type UnknownMomentumReason } from '@auspex/analytics'
import type { LiteQuery, LiteTopic, LiteTopicList, TopicQueryLiteBulkInput } from '@auspex/sdk/types'
import { CodedError } from '../../../kernel/errors.ts'
import { byTopic, type Comparison, documentCounts, measureTopic, noWindows } from '../../markets/index.ts'
import { type CanonicalQuery, readSignalQuery } from '../../reports/index.ts'

/** Why a topic has no momentum. */
const unknownWords: Record<UnknownMomentumReason, string> = {
  'series-too-short': 'The library covers less than two windows.',
  'no-coverage': 'One of the two windows has no covered day.',
  'no-documents': 'No document matches in the two windows.',
  'exposure-below-count': 'The totals of the sources are smaller than the matches; they are being recounted.',
}

/** A bulk request of 100 takes five statements. */
const topicsPerStatement = 20

interface Readable {
  query: CanonicalQuery
  filter: DocumentFilter
  comparison: Comparison | null
}

type RequestedTopic = { ok: true; topic: Readable } | { ok: false; title: string; reason: string }

/** Measures many topics at once from the library; a topic that cannot be measured states the reason and does not fail the others. */
export async function measureTopics(
  input: TopicQueryLiteBulkInput,
  { trends, documents, signals }: DiscoveryDependencies,
): Promise<LiteTopicList> {
  const { queries, startDate = null, endDate = null, windowDays = 28 } = input
  const comparisons = new Map<string, Promise<Comparison | null>>()
  const compareFor = ({ echo }: CanonicalQuery) => {
    const part = { country: echo.geo, sources: echo.sources, windowDays, until: endDate }
    const key = JSON.stringify(part)
    const running = comparisons.get(key) ?? trends.compare(part)
    comparisons.set(key, running)
    return running
  }
  const requestedTopics: RequestedTopic[] = []
  for (const lite of queries) {
    const query = readLiteQuery(lite, { startDate, endDate })
    if (query instanceof CodedError) requestedTopics.push({ ok: false, title: titleOf(lite), reason: query.message })
    else {
      await signals.save(query)
      const { filter } = await signals.filterOf(query)
      requestedTopics.push({ ok: true, topic: { query, filter, comparison: await compareFor(query) } })
    }
  }
  const libraryComparison = await trends.compare({ windowDays, until: endDate })
  const topics = requestedTopics.flatMap((requestedTopic) => (requestedTopic.ok ? [requestedTopic.topic] : []))
  const counts = byTopic(
    await documents.topicCounts.countTopics(
      topics.map(({ filter }) => filter),
      { windows: libraryComparison?.windows ?? noWindows, topicsPerStatement },
    ),
    topics.length,
  )
  const rows = new Map(topics.map((topic, index) => [topic, counts[index] ?? []]))
  return {
    asOf: libraryComparison?.windows.asOf ?? null,
    windowDays,
    items: requestedTopics.map((requestedTopic) =>
      requestedTopic.ok
        ? present(requestedTopic.topic, rows.get(requestedTopic.topic) ?? [])
        : unreadable(requestedTopic),
    ),
  }
}

function readLiteQuery(
  lite: LiteQuery,
  days: { startDate: string | null; endDate: string | null },
): CanonicalQuery | CodedError {
  try {
    return readSignalQuery({ ...lite, ...days, isCompound: lite.isCompound ?? false, check_cache: true, force: false })
  } catch (error) {
    if (error instanceof CodedError && error.kind === 'invalid') return error
    throw error
  }
}

function titleOf({ query_term, x_term, y_term }: LiteQuery): string {
  return [query_term ?? x_term ?? '', y_term ?? ''].filter((term) => term !== '').join(' and ')
}

function unreadable({ title, reason }: { title: string; reason: string }): LiteTopic {
  return { signalId: null, title, status: 'bad-query', reason, documents: null, momentum: null, toneMean: null }
}

function present({ query, comparison }: Readable, counts: readonly TopicCount[]): LiteTopic {
  const documents = sumOf(counts, 'documents')
  const { signalId, echo } = query
  const title = echo.geo === null ? echo.title : `${echo.title} in ${echo.geo}`
  if (documents < minReportDocuments) {
    const reason = `Fewer than ${minReportDocuments} documents match.`
    return { signalId, title, status: 'data-too-sparse', reason, documents, momentum: null, toneMean: null }
  }
  const measured = comparison === null ? null : measureTopic(documentCounts(counts), comparison)
  const toned = sumOf(counts, 'toned')
  return {
    signalId,
    title,
    status: 'measured',
    reason: measured?.growth ? null : unknownWords[measured?.unknown ?? 'no-coverage'],
    documents,
    momentum: measured?.growth ?? null,
    toneMean: toned === 0 ? null : sumOf(counts, 'toneSum') / toned,
  }
}

function sumOf(counts: readonly TopicCount[], key: 'documents' | 'toneSum' | 'toned'): number {
  return counts.reduce((sum, row) => sum + row[key], 0)
}
