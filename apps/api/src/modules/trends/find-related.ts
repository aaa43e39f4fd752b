import { parseQuery, scoreContexts, tokens } from '@auspex/analytics'
import type { Category, RelatedTopic } from '@auspex/sdk/types'
import { type DocumentsModule, toMatching } from '../documents/index.ts'
import type { FindTrendsDependencies } from './find-trends.ts'
import { compareLibrary } from './library-comparison.ts'
import { headlineFurniture } from './trend-candidates.ts'
import { factor, plural } from './trend-words.ts'

const nameLimit = 20
const minHits = 3

/** Names that documents of each category mention, by its id. */
export async function findRelated(
  deps: FindTrendsDependencies & { categories: readonly Category[] },
): Promise<Record<string, RelatedTopic[]>> {
  const comparison = await compareLibrary(deps)
  const related: Record<string, RelatedTopic[]> = {}
  if (comparison === null) return related
  for (const category of deps.categories) {
    const query = parseQuery(category.terms.map((term) => `"${term}"`).join(' OR '))
    if (!query.ok) continue
    const filter = { ...comparison.filter, ...toMatching(query.query) }
    related[category.id] = rankRelated(await deps.documents.stories.readNames(filter), category)
  }
  return related
}

/** The names that belong to a category by what is written: those its documents mention more often than chance. */
function rankRelated(
  { names, documents, library }: Awaited<ReturnType<DocumentsModule['stories']['readNames']>>,
  { terms }: Pick<Category, 'terms'>,
): RelatedTopic[] {
  const own = new Set(terms.flatMap(tokens))
  // a name that is made of these words only, such as "Latest", was never one
  const said = names.filter(({ term }) => tokens(term).some((word) => !own.has(word) && !headlineFurniture.has(word)))
  return scoreContexts({
    candidates: said,
    hitsTotal: documents,
    backgroundTotal: library,
    minHits,
    exclude: new Set(),
  })
    .filter(({ isSignificant }) => isSignificant)
    .slice(0, nameLimit)
    .map(({ term, hits, lift }) => ({
      term,
      documents: hits,
      lift: Math.min(lift, 1_000_000_000),
      why: `${plural(hits, 'document')} of the category ${hits === 1 ? 'names' : 'name'} it in the two windows, ${factor(lift)} times as often as other documents of the library.`,
    }))
}
