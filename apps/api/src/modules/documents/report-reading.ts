import type { Database } from '../../adapters/database/database.port.ts'
import type { AnsweringStore, ShardCoverage } from './answering-store.ts'
import type { DocumentFilter } from './document-filter.ts'
import type { DocumentId } from './document-id.ts'
import { readReportFacts, type ReportFactsOptions } from './report-facts.ts'
import type { createSearchActivity } from './search-activity.ts'
import { tonedWithout } from './topic-tones.ts'
import type { TermBackground } from './vocabulary/term-background.ts'

export interface ReportReadingDependencies {
  database: Database
  background: TermBackground
  activity: ReturnType<typeof createSearchActivity>
}

/** What a report is measured from, over all documents or over those of the shards that answer. */
export function createReportReading(
  { store, shards }: { store: AnsweringStore['store']; shards: ShardCoverage | null },
  { database, background, activity }: ReportReadingDependencies,
) {
  const readable = shards === null ? 1 : shards.answered / shards.total
  return {
    /** Null when all documents are read. */
    shards,
    reportFacts: (filter: DocumentFilter, options?: ReportFactsOptions) => {
      const parts = readReportFacts({ database, store, background, readable }, filter, options)
      // until its second part is there; whoever asked meets a failure
      activity.during(async () => (await parts).voicesAndContexts).catch(() => {})
      return parts
    },
    getDocuments: (ids: readonly DocumentId[], withoutTone?: DocumentFilter['withoutTone']) =>
      activity.during(async () => tonedWithout(await store.documents(ids), withoutTone)),
    getTitles: (ids: readonly DocumentId[]) => activity.during(() => store.titles(ids)),
  }
}
