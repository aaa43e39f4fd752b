import { LRUCache } from 'lru-cache'
import { sql } from 'kysely'
import type { Database } from '../../../adapters/database/database.port.ts'
import { backgroundStatement } from '../report-facts.sql.ts'

/** Terms cached per library, about 5 MB. A report needs two to four thousand, and reports share most of them. */
const maxTerms = 50_000

export interface TermBackground {
  /**
   * In how many documents of the library's sample each of the terms occurs; terms without any are absent. `count` identifies the library count that
   * is wanted: values cached from another one are dropped. Throws database errors.
   */
  find(terms: readonly string[], library: LibraryCount): Promise<Map<string, number>>
  /** Caches the most frequent terms of the real library, which most reports need: looking them up took a tenth of the first ones' time. */
  prefetch(): Promise<void>
}

interface LibraryCount {
  demo: boolean
  count: string
}

/** Names a count of the library. */
export function nameCount(counted: { sampled_documents: number; library_documents: number }): string {
  return `${counted.sampled_documents} of ${counted.library_documents}`
}

/** Caches term frequencies until the library is counted again, because looking up thousands took a sixth of a report's time. */
export function createTermBackground({ analysis }: Database): TermBackground {
  // made when first needed: two empty caches of this size take thirty milliseconds of every start
  const worlds: { real?: ReturnType<typeof createCounts>; demo?: ReturnType<typeof createCounts> } = {}
  const worldOf = ({ demo, count }: LibraryCount) => {
    const world = (worlds[demo ? 'demo' : 'real'] ??= createCounts())
    if (world.count !== count) {
      world.terms.clear()
      world.count = count
    }
    return world
  }
  return {
    async prefetch() {
      const { rows } = await sql<{
        sampled_documents: number
        library_documents: number
        terms: string[]
        documents: number[]
      }>`
        select s.sampled_documents, s.library_documents, coalesce(t.terms, '{}') as terms, coalesce(t.documents, '{}') as documents
        from term_background_state s left join lateral (
          select array_agg(term) as terms, array_agg(documents) as documents from (
            select term, documents from term_background b where b.demo = s.demo order by documents desc limit ${maxTerms}) frequent
        ) t on true
        where s.demo = false`.execute(analysis)
      for (const { terms, documents, ...counted } of rows) {
        const world = worldOf({ demo: false, count: nameCount(counted) })
        // the most frequent last, because the least recently used are dropped first
        for (let index = terms.length - 1; index >= 0; index -= 1)
          world.terms.set(terms[index] ?? '', documents[index] ?? 0)
      }
    },
    async find(terms, { demo, count }) {
      const world = worldOf({ demo, count })
      const cached = new Map(terms.map((term) => [term, world.terms.get(term)] as const))
      const uncachedTerms = terms.filter((term) => cached.get(term) === undefined)
      if (uncachedTerms.length > 0) {
        const { rows } = await backgroundStatement(uncachedTerms, demo).execute(analysis)
        const documentsByTerm = new Map(rows.map(({ term, documents }) => [term, documents]))
        for (const term of uncachedTerms) {
          const documents = documentsByTerm.get(term) ?? 0
          cached.set(term, documents)
          // another report may have seen a newer count in the meantime
          if (world.count === count) world.terms.set(term, documents)
        }
      }
      const counts = new Map<string, number>()
      for (const [term, documents] of cached) if (documents !== undefined && documents > 0) counts.set(term, documents)
      return counts
    },
  }
}

function createCounts() {
  return { count: '', terms: new LRUCache<string, number>({ max: maxTerms }) }
}
