import { LRUCache } from 'lru-cache'
import type { Database } from '../../../adapters/database/database.port.ts'
import { backgroundStatement } from '../report-facts.sql.ts'

/** Terms cached per library, about 5 MB. A report needs two to four thousand, and reports share most of them. */
const maxTerms = 50_000

export interface TermBackground {
  /**
   * In how many documents of the library's sample each of the terms occurs; terms without any are absent. `count` identifies the library count that
   * is wanted: values cached from another one are dropped. Throws database errors.
   */
  find(terms: readonly string[], of: { demo: boolean; count: string }): Promise<Map<string, number>>
}

/** Caches term frequencies until the library is counted again, because looking up thousands took a sixth of a report's time. */
export function createTermBackground({ analysis }: Database): TermBackground {
  const worlds = { real: createCounts(), demo: createCounts() }
  return {
    async find(terms, { demo, count }) {
      const world = demo ? worlds.demo : worlds.real
      if (world.count !== count) {
        world.terms.clear()
        world.count = count
      }
      const cached = new Map(terms.map((term) => [term, world.terms.get(term)] as const))
      const missing = terms.filter((term) => cached.get(term) === undefined)
      if (missing.length > 0) {
        const { rows } = await backgroundStatement(missing, demo).execute(analysis)
        const read = new Map(rows.map(({ term, documents }) => [term, documents]))
        for (const term of missing) {
          const documents = read.get(term) ?? 0
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
