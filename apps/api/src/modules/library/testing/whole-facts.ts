import type { DocumentFilter } from '../document-filter.ts'
import type { DocumentsModule } from '../documents.module.ts'
import type { ReportFacts } from '../report-facts.types.ts'

/** The facts of a report with both their parts. */
export async function readWholeFacts({ reportFacts }: DocumentsModule, filter: DocumentFilter): Promise<ReportFacts> {
  const { counted, voicesAndContexts } = await reportFacts(filter)
  return { ...counted, ...(await voicesAndContexts) }
}
