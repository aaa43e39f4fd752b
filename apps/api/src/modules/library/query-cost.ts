import { estimateQueryCost, isExpensive, type QueryNode, wordsOfQuery } from '@auspex/analytics'
import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.port.ts'
import { queryTooCostly } from './library.errors.ts'

/** Maximum milliseconds of index look-ups per query: the embedded engine cannot be interrupted during one. */
const maxIndexMs = 400
/** Maximum milliseconds of comparing word positions per query. */
const maxCompareMs = 2_000

/**
 * Refuses a query that would block the database for others, before it runs. Costs are estimated from the background sample of word frequencies;
 * before that exists, no query is refused, and only the time limit applies. Throws `documents.query_too_costly`, which names the costliest part.
 */
export async function ensureAffordable(
  database: Database,
  { node, demo }: { node: QueryNode; demo: boolean },
): Promise<void> {
  if (!isExpensive(node)) return
  const words = wordsOfQuery(node)
  const textsOf = (prefix: boolean) => [
    ...new Set(words.filter((word) => word.prefix === prefix).map(({ text }) => text)),
  ]
  const { rows } = await sql<{ documents: number; sampled: number; words: Counts; beginnings: Counts }>`
    select s.library_documents as documents, s.sampled_documents as sampled,
      (select json_object_agg(term, b.documents) from term_background b where b.demo = s.demo and term = any(${textsOf(false)}::text[])) as words,
      (select json_object_agg(p, (select coalesce(sum(b.documents), 0) from term_background b
          where b.demo = s.demo and b.term collate "C" >= p and b.term collate "C" < p || chr(1114111)))
        from unnest(${textsOf(true)}::text[]) as p) as beginnings
    from term_background_state s where s.demo = ${demo}::boolean`.execute(database.kysely)
  const [statistics] = rows
  if (statistics === undefined || statistics.sampled === 0) return
  const scale = statistics.documents / statistics.sampled
  const cost = estimateQueryCost(node, {
    documents: statistics.documents,
    documentsWith: ({ text, prefix }) => ((prefix ? statistics.beginnings : statistics.words)?.[text] ?? 0) * scale,
  })
  if (cost.indexMs > maxIndexMs || cost.compareMs > maxCompareMs) throw queryTooCostly(cost.costliest)
}

type Counts = Record<string, number> | null
