import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.port.ts'
import { countRows } from './count-rows.ts'
import { type DocumentFilter, toCondition } from './document-filter.ts'
import { readMatchingRows } from './matching-rows.ts'
import { presentFacts } from './present-facts.ts'
import { reportFactsStatement } from './report-facts.sql.ts'
import type { ReportFacts } from './report-facts.types.ts'
import { topStories } from './top-stories.ts'
import { voicePlaces } from './voice-places.ts'
import { mostHeard, readVoiceNames } from './voices.ts'

/** Above so many expected documents the 1/8 sample answers; measured in docs/decisions/0043 and 0195. */
export const sampleThreshold = 20_000
const sampleFactor = 8

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
  const counts = countRows(matching)
  // Names never change, so that reading them a moment later mixes nothing
  const voices = { outlets: mostHeard(counts.outlets), authors: mostHeard(counts.authors) }
  const names = await readVoiceNames(database, voices)
  // a sample of documents breaks stories apart
  const places = sampled ? null : voicePlaces(matching)
  const facts = presentFacts({ row, counts, voices, names, places, factor: sampled ? sampleFactor : 1 })
  return { ...facts, topStories: sampled ? [] : topStories(matching) }
}

/** How many documents the planner expects: half a millisecond, good to about 10 % for single words. */
export async function estimateDocuments(database: Database, filter: DocumentFilter): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select 1 from document d where ${toCondition(filter)}`.execute(database.kysely)
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
}
