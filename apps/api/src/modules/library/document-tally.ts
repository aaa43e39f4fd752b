import type { MatchingRows } from './matching-rows.ts'
import { scaleToAll, toDay, toInstant } from './present-facts.ts'
import type { CountedFacts, DayFacts } from './report-facts.types.ts'
import { storyNumbers } from './story-numbers.ts'

/** The number of documents and voices and their time span: the same numbers as in the facts, but available much earlier. */
export type DocumentTally = Pick<
  CountedFacts,
  | 'revision'
  | 'sampleFraction'
  | 'documentsRead'
  | 'documents'
  | 'clusters'
  | 'outlets'
  | 'authors'
  | 'firstAt'
  | 'lastAt'
> & {
  /** Oldest first; days without documents are absent. */
  days: Pick<DayFacts, 'day' | 'documents'>[]
}

const dayMicros = 86_400_000_000

/** Counts the rows without looking at their content: 2 ms for 15,000. */
export function tallyDocuments(
  rows: MatchingRows,
  { revision, sampleFraction }: { revision: number; sampleFraction: number },
): DocumentTally {
  const stories = storyNumbers(rows)
  const [outlets, authors] = [new Set<number>(), new Set<number>()]
  const days = new Map<number, number>()
  const scale = scaleToAll(sampleFraction)
  let [singleStories, shared, first, last] = [0, 0, Infinity, -Infinity]
  for (let row = 0; row < rows.length; row += 1) {
    const story = valueAt(stories, row)
    if (story === 0) singleStories += 1
    // story numbers ascend from 1 in row order without gaps
    else shared = Math.max(shared, story)
    outlets.add(valueAt(rows.outlet, row))
    const author = valueAt(rows.author, row)
    if (author !== 0) authors.add(author)
    const micros = valueAt(rows.micros, row)
    first = Math.min(first, micros)
    last = Math.max(last, micros)
    const day = Math.floor(micros / dayMicros)
    days.set(day, (days.get(day) ?? 0) + 1)
  }
  return {
    revision,
    sampleFraction,
    documentsRead: rows.length,
    documents: Math.round(rows.length / sampleFraction),
    clusters: sampleFraction < 1 ? null : singleStories + shared,
    outlets: outlets.size,
    authors: authors.size,
    firstAt: rows.length === 0 ? null : toInstant(first),
    lastAt: rows.length === 0 ? null : toInstant(last),
    days: [...days]
      .toSorted(([a], [b]) => a - b)
      .map(([day, documents]) => ({ day: toDay(day), documents: scale(documents) })),
  }
}

/** Reads an element that is known to exist. */
function valueAt(array: ArrayLike<number>, index: number): number {
  return array[index] as number // the compiler does not know the bound
}
