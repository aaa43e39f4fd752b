import type { DocumentFilter } from './document-filter.ts'
import type { DocumentStore } from './document-store.port.ts'
import { countRows } from './count-rows.ts'
import { presentCounts } from './present-facts.ts'
import type { GroupFacts } from './report-facts.types.ts'
import { sampleFractionFor } from './topic-sample.ts'
import { runInTurns } from '../../adapters/database/turns/steps.ts'

/** Which outlets and days have a topic: documents by day and outlet, of one kind from one source. Lists, because they are also stored in a file. */
export type TopicCarriers = Pick<GroupFacts, 'sourceKey' | 'kind' | 'documents' | 'outlets'> & {
  days: readonly [day: string, documents: number][]
}

/** For a larger topic a sample is enough. */
const targetDocuments = 2_000

/** Reads by day and outlet where a filter's topic occurs over all days, ignoring the filter's own days. */
export async function readCarriers(store: DocumentStore, filter: DocumentFilter): Promise<TopicCarriers[]> {
  const allDays: DocumentFilter = { ...filter, fromDay: null, toDay: null }
  const sampleFraction = sampleFractionFor(await store.estimate(allDays), targetDocuments)
  const { rows, revision } = await store.matching(allDays, { sampleFraction })
  const { groups } = presentCounts({ revision, counts: await runInTurns(countRows(rows)), sampleFraction })
  return groups.map(({ sourceKey, kind, documents, days, outlets }) => ({
    sourceKey,
    kind,
    documents,
    days: [...days],
    outlets,
  }))
}
