import { dropBoilerplate, type OutletVotes, countVote } from './outlet-boilerplate.ts'
import type { StoryHits, SampledStory } from './story-contexts.ts'
import type { BackgroundCounts } from './vocabulary/background-counts.ts'

/** A context: in how many stories and documents of the signal it occurs, and in how many documents of the library. */
export type ContextRow = [name: string, stories: number, background: number | null, documents: number]

export const maxEntityCandidates = 150
const maxTermCandidates = 250
export const minEntityHits = 2
export const minTermHits = 3

/** Counts how many of the lists contain each name. */
export function countNames(lists: Iterable<readonly string[]>): Map<string, number> {
  const hits = new Map<string, number>()
  for (const names of lists) for (const name of names) hits.set(name, (hits.get(name) ?? 0) + 1)
  return hits
}

/**
 * Counts, for each term, the stories read that contain it and the documents in those stories, without the boilerplate of single outlets. Takes 20 ms
 * for a hundred thousand words; sorting them in PostgreSQL took 60.
 */
export function countTerms(
  sampledStories: Iterable<Omit<SampledStory, 'id'> & { terms: readonly string[] }>,
): Map<string, StoryHits> {
  const hits = new Map<string, StoryHits & OutletVotes>()
  const seen = new Map<string, Set<number>>()
  const countedStories = new Set<number>()
  const outlets = new Map<number, number>()
  for (const { terms, story, documents, outlet } of sampledStories) {
    if (!countedStories.has(story)) {
      countedStories.add(story)
      outlets.set(outlet, (outlets.get(outlet) ?? 0) + 1)
    }
    for (const term of terms) {
      const hitsOfTerm = hits.get(term)
      if (hitsOfTerm === undefined) hits.set(term, { stories: 1, documents, outlet, votes: 1 })
      else {
        hitsOfTerm.documents += documents
        if (!isRepeatedStory(seen.get(term), story)) {
          hitsOfTerm.stories += 1
          countVote(hitsOfTerm, outlet)
        }
      }
      // single-document stories have negative numbers and occur only once
      if (story >= 0) seen.set(term, (seen.get(term) ?? new Set()).add(story))
    }
  }
  dropBoilerplate(hits, { outlets, all: countedStories.size })
  return hits
}

function isRepeatedStory(stories: ReadonlySet<number> | undefined, story: number): boolean {
  return story >= 0 && stories?.has(story) === true
}

/** The most distinctive names, chosen as `contextsStatement` does: by n ln(n/bg) against the library, where n is the number of stories. */
export function entityRows(
  hits: ReadonlyMap<string, StoryHits>,
  stories: number,
  background: BackgroundCounts,
): ContextRow[] {
  const expected = Math.log((stories + 1) / (background.entityDocuments + 1))
  return choose(hits, minEntityHits, maxEntityCandidates, (name, n) => {
    const inLibrary = background.entities[name] ?? 0
    return [inLibrary, n * Math.log((n + 0.5) / (inLibrary + 0.5)) - n * expected]
  })
}

/** The same for terms, over the stories whose words were read. */
export function termRows(
  hits: ReadonlyMap<string, StoryHits>,
  sampledStoryCount: number,
  background: { terms: ReadonlyMap<string, number>; termDocuments: number },
): ContextRow[] {
  const expected = Math.log((background.termDocuments + 1) / (sampledStoryCount + 1))
  return choose(hits, minTermHits, maxTermCandidates, (name, n) => {
    const inLibrary = background.terms.get(name) ?? null
    return [inLibrary, n * (Math.log(n) - Math.log((inLibrary ?? 0) + 1)) + n * expected]
  })
}

function choose(
  hits: ReadonlyMap<string, StoryHits>,
  minStories: number,
  maxRows: number,
  weigh: (name: string, n: number) => [known: number | null, weight: number],
): ContextRow[] {
  return [...hits]
    .filter(([, { stories }]) => stories >= minStories)
    .map(([name, { stories: n, documents }]) => {
      const [inLibrary, weight] = weigh(name, n)
      return { name, n, inLibrary, weight, documents }
    })
    .toSorted((a, b) => b.weight - a.weight || (a.name < b.name ? -1 : 1))
    .slice(0, maxRows)
    .map(({ name, n, inLibrary, documents }) => [name, n, inLibrary, documents])
}
