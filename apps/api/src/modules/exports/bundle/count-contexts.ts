import type { BackgroundCounts, FactsRow } from '../../documents/index.ts'

type ContextRows = NonNullable<FactsRow['terms']>

const entityCandidates = 150
const termCandidates = 250
export const leastEntityHits = 2
export const leastTermHits = 3
/** Documents whose words are read for terms: those of the lowest ids. */
export const termDocuments = 500

/** How many of the lists hold each name. */
export function countNames(lists: Iterable<readonly string[]>): Map<string, number> {
  const hits = new Map<string, number>()
  for (const names of lists) for (const name of names) hits.set(name, (hits.get(name) ?? 0) + 1)
  return hits
}

/** The names that stand out most, as the report's statement chooses them: by n ln(n/bg) against the library. */
export function entityRows(
  hits: ReadonlyMap<string, number>,
  matching: number,
  background: BackgroundCounts,
): ContextRows {
  const expected = Math.log((matching + 1) / (background.entityDocuments + 1))
  return choose(hits, leastEntityHits, entityCandidates, (name, n) => {
    const known = background.entities[name] ?? 0
    return [known, n * Math.log((n + 0.5) / (known + 0.5)) - n * expected]
  })
}

/** The same of terms, over the documents whose words were read. */
export function termRows(hits: ReadonlyMap<string, number>, read: number, background: BackgroundCounts): ContextRows {
  const expected = Math.log((background.termDocuments + 1) / (read + 1))
  return choose(hits, leastTermHits, termCandidates, (name, n) => {
    const known = Object.hasOwn(background.terms, name) ? (background.terms[name] ?? null) : null
    return [known, n * (Math.log(n) - Math.log((known ?? 0) + 1)) + n * expected]
  })
}

function choose(
  hits: ReadonlyMap<string, number>,
  least: number,
  most: number,
  weigh: (name: string, n: number) => [known: number | null, weight: number],
): ContextRows {
  return [...hits]
    .filter(([, n]) => n >= least)
    .map(([name, n]) => {
      const [known, weight] = weigh(name, n)
      return { name, n, known, weight }
    })
    .toSorted((a, b) => b.weight - a.weight || (a.name < b.name ? -1 : 1))
    .slice(0, most)
    .map(({ name, n, known }) => [name, n, known])
}
