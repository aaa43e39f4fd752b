import { addDays } from '@auspex/analytics'
import type { Category } from '@auspex/sdk/types'
import type { DocumentFilter } from '../documents/index.ts'
import type { FindTrendsDependencies } from './find-trends.ts'
import { compareLibrary } from './library-comparison.ts'
import { readHeadlines } from './read-headlines.ts'
import { rankStories, type StoredStory } from './story-clusters.ts'
import { headlineTerms } from './trend-candidates.ts'

const storyDays = 7
/** Days before the stories in whose headlines a word is usual. */
const daysBefore = 28

/** Story clusters of the last week up to a day, the most worth reading first. */
export async function findStories(
  until: string | null,
  deps: FindTrendsDependencies & { categories: readonly Category[] },
): Promise<StoredStory[]> {
  const comparison = await compareLibrary(deps, { until })
  if (comparison === null) return []
  const { asOf } = comparison.windows
  const filter: DocumentFilter = { ...comparison.filter, sources: null, toDay: asOf }
  const first = addDays(asOf, 1 - storyDays)
  const headlineCounts = new Map<string, number>()
  await readHeadlines(
    { filter, days: Array.from({ length: daysBefore }, (_, index) => addDays(first, index - daysBefore)) },
    ({ title }) => {
      for (const term of headlineTerms(title)) headlineCounts.set(term, (headlineCounts.get(term) ?? 0) + 1)
    },
    deps,
  )
  return rankStories({
    documents: await deps.documents.stories.readStories({ ...filter, fromDay: first }),
    asOf,
    headlineCounts,
    isYoung: comparison.windows.windowDays < daysBefore,
    categories: deps.categories,
  })
}
