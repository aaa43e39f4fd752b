import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.port.ts'
import { countFacts, countMatching } from './count-facts.ts'
import { type DocumentFilter, toCondition } from './document-filter.ts'
import { readMatchingRows } from './matching-rows.ts'
import { reportFactsStatement } from './report-facts.sql.ts'
import type { ReportFacts } from './report-facts.types.ts'
import { readVoiceNames } from './voices.ts'

/** Above so many expected documents the 1/8 sample answers; measured in docs/decisions/0043 and 0195. */
export const sampleThreshold = 20_000

/**
 * Counts everything that a report shows of the documents of a filter. Throws what the database throws, for instance
 * when `tsquery` is no tsquery literal.
 */
export async function readReportFacts(database: Database, filter: DocumentFilter): Promise<ReportFacts> {
  const condition = toCondition(filter)
  const sampled = (await estimateDocuments(database, filter)) > sampleThreshold
  const statement = reportFactsStatement({ condition, sampled, demo: filter.world === 'demo' })
  const { rows } = await statement.execute(database.kysely)
  const [row] = rows
  if (row === undefined) throw new TypeError('A statement without a table answered no row')
  const matching = readMatchingRows(row.rows)
  const counted = countMatching(matching)
  // Names never change, so that reading them a moment later mixes nothing
  const names = await readVoiceNames(database, counted.voices)
  return countFacts({ matching, row, sampled, names }, counted)
}

/** How many documents the planner expects: half a millisecond, good to about 10 % for single words. */
export async function estimateDocuments(database: Database, filter: DocumentFilter): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select 1 from document d where ${toCondition(filter)}`.execute(database.kysely)
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
}
