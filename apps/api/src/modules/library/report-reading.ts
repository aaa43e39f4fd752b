import type { Database } from '../../adapters/database/database.port.ts'
import type { AnsweringStore, ShardCoverage } from './answering-store.ts'
import type { DocumentFilter } from './document-filter.ts'
import type { DocumentId } from './document-id.ts'
import { readOutletWeeks } from './outlet-weeks.ts'
import { readReportFacts, type ReportFactsOptions } from './report-facts.ts'
import type { createSearchActivity } from './search-activity.ts'
import { readCarriers } from './topic-carriers.ts'
import { tonedWithout } from './topic-tones.ts'
import type { TermBackground } from './vocabulary/term-background.ts'

export interface ReportReadingDependencies {
  database: Database
  background: TermBackground
  activity: ReturnType<typeof createSearchActivity>
}

/** Reads the inputs of a report from all documents, or from those of the shards that answer. */
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
      // counts as a search until the second part is done; the caller handles failures
      activity.during(async () => (await parts).voicesAndContexts).catch(() => {})
      return parts
    },
    carriers: (filter: DocumentFilter) => activity.during(() => readCarriers(store, filter)),
    outletWeeks: (groups: Parameters<typeof readOutletWeeks>[1]) =>
      activity.during(() => readOutletWeeks(database, groups)),
    getDocuments: (ids: readonly DocumentId[], withoutTone?: DocumentFilter['withoutTone']) =>
      activity.during(async () => tonedWithout(await store.documents(ids), withoutTone)),
    getTitles: (ids: readonly DocumentId[]) => activity.during(() => store.titles(ids)),
  }
}
