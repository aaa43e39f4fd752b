import { LRUCache } from 'lru-cache'
import type { Database } from '../../../adapters/database/database.port.ts'
import { backgroundStatement } from '../report-facts.sql.ts'

/** Terms that are remembered of a library; some 5 MB. A report asks for two to four thousand, and reports share most of them. */
const mostTerms = 50_000

export interface TermBackground {
  /**
   * In how many documents of the library's sample each of the terms stands; those that stand in none are absent. `count` names the count of
   * the library that is asked for: what was read of another one is forgotten. Throws what the database throws.
   */
  find(terms: readonly string[], of: { demo: boolean; count: string }): Promise<Map<string, number>>
}

/** Remembers how common terms are until the library is counted again, because looking thousands up took a sixth of a report's time. */
export function createTermBackground({ analysis }: Pick<Database, 'analysis'>): TermBackground {
  const worlds = { real: createCounts(), demo: createCounts() }
  return {
    async find(terms, { demo, count }) {
      const world = demo ? worlds.demo : worlds.real
      if (world.count !== count) {
        world.terms.clear()
        world.count = count
      }
      const known = new Map(terms.map((term) => [term, world.terms.get(term)] as const))
      const missing = terms.filter((term) => known.get(term) === undefined)
      if (missing.length > 0) {
        const { rows } = await backgroundStatement(missing, demo).execute(analysis)
        const read = new Map(rows.map(({ term, documents }) => [term, documents]))
        for (const term of missing) {
          const documents = read.get(term) ?? 0
          known.set(term, documents)
          // another report may have met a newer count meanwhile
          if (world.count === count) world.terms.set(term, documents)
        }
      }
      const standing = new Map<string, number>()
      for (const [term, documents] of known) if (documents !== undefined && documents > 0) standing.set(term, documents)
      return standing
    },
  }
}

function createCounts() {
  return { count: '', terms: new LRUCache<string, number>({ max: mostTerms }) }
}
