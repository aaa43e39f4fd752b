import { cosine, meanVector, tokens, type WordReader } from '@auspex/analytics'
import type { Trend } from '@auspex/sdk/types'
import { yieldToEventLoop } from '../../../adapters/database/turns/yield-to-event-loop.ts'
import { categoryWords, createHeadlineCategories } from '../../library/index.ts'
import type { TrendsDependencies } from './trends-dependencies.ts'

/** A topic belongs to a category whose words are at least this near to its terms, and no other is nearer by more than `slack`. */
const minLikeness = 0.5
const slack = 0.03

const categorize = createHeadlineCategories()

/** Finds the categories of trends: those with one of their terms in the vocabulary, and where words have been learned, those of near meaning. */
export async function findCategories(
  trends: readonly Trend[],
  { documents, categories }: TrendsDependencies,
): Promise<Trend[]> {
  const reader = await documents.wordReaders.findMain()
  const vectors = reader === null ? [] : await readCategories(reader, categories)
  return trends.map((trend) => {
    const byVocabulary = new Set(trend.terms.flatMap((term) => [...categorize(term)]))
    const near = reader === null ? [] : nearest(meanVector(reader, trend.terms.flatMap(tokens)), vectors)
    return { ...trend, categories: [...new Set([...byVocabulary, ...near])].toSorted() }
  })
}

interface CategoryVector {
  id: string
  vector: Float64Array | null
}

async function readCategories(
  reader: WordReader,
  categories: TrendsDependencies['categories'],
): Promise<CategoryVector[]> {
  const vectors: CategoryVector[] = []
  for (const { id, terms } of categories) {
    vectors.push({ id, vector: meanVector(reader, [...terms, ...categoryWords(id)].flatMap(tokens)) })
    await yieldToEventLoop()
  }
  return vectors
}

function nearest(vector: Float64Array | null, categories: readonly CategoryVector[]): string[] {
  const likeness = categories.map((category) => ({ id: category.id, likeness: cosine(vector, category.vector) }))
  const highest = Math.max(...likeness.map((candidate) => candidate.likeness))
  return highest < minLikeness
    ? []
    : likeness.filter((candidate) => candidate.likeness >= highest - slack).map(({ id }) => id)
}
