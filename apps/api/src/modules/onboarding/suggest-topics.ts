import type { Category, Industry, SuggestionsInput, TopicSuggestion, Trend } from '@auspex/sdk/types'
import type { Trends } from '../trends/index.ts'

/** The contract's bound. */
const mostSuggestions = 20

export interface SuggestTopicsDependencies {
  trends: Pick<Trends, 'list' | 'listOf'>
  industries: readonly Industry[]
  categories: readonly Category[]
}

/** What a person prefers; absent where nothing was chosen. */
export type PreferredTopics = Pick<SuggestionsInput, 'industry' | 'industry_id'>

/**
 * Topics that fit a person's industry, certain growth first; those of the whole library where no industry is known. Only what grew or may
 * have grown is suggested: nobody begins with what goes away.
 */
export async function suggestTopics(
  { industry, industry_id: industryId }: PreferredTopics,
  { trends, industries, categories }: SuggestTopicsDependencies,
): Promise<TopicSuggestion[]> {
  const preferred = industries.find(({ id, name }) => id === industryId || isSameName(name, industry))
  const fitting = categories.filter(({ id }) => preferred?.categoryIds.includes(id))
  const lists =
    preferred === undefined
      ? [await trends.list(mostSuggestions)]
      : await Promise.all(fitting.map((category) => trends.listOf(category)))
  const where = preferred === undefined ? 'your library' : preferred.name
  const seen = new Set<string>()
  return lists
    .flatMap(({ items }) => items)
    .filter(({ term, change }) => (change === 'grew' || change === 'unclear') && !seen.has(term) && seen.add(term))
    .toSorted((a, b) => Number(b.change === 'grew') - Number(a.change === 'grew') || b.momentum.low - a.momentum.low)
    .slice(0, mostSuggestions)
    .map((trend) => toSuggestion(trend, where))
}

function toSuggestion({ term, change, documents, isRatioTold, momentum }: Trend, where: string): TopicSuggestion {
  const reason = change === 'grew' ? `Grows in ${where}` : `Talked about in ${where}`
  return { term, reason, documents, momentum: isRatioTold ? momentum : null }
}

function isSameName(name: string, other: string | null | undefined): boolean {
  return other != null && name.toLowerCase() === other.trim().toLowerCase()
}
