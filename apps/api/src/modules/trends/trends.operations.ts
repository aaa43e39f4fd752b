import type { Category } from '@auspex/sdk/types'
import type { Handlers } from '../../http/handlers.ts'
import { CodedError } from '../../kernel/errors.ts'
import type { TrendsUsecases } from './trends.usecases.ts'

export type TrendsOperations = Pick<Handlers, 'listGeneralTrends' | 'listCategoryTrends'>

/** The operations of trends. */
export function createTrendsOperations({
  trends,
  categories,
}: {
  trends: Pick<TrendsUsecases, 'list' | 'listOf'>
  categories: readonly Category[]
}): TrendsOperations {
  return {
    listGeneralTrends: async ({ query }) => ({
      status: 200,
      body: await trends.list(query.limit ?? 20, query.geo ?? null),
    }),

    listCategoryTrends: async ({ query }) => {
      const category = categories.find(({ id }) => id === query.category)
      if (category === undefined) throw categoryNotFound()
      return { status: 200, body: await trends.listOf(category, query.geo ?? null) }
    },
  }
}

/** Of every operation that names a category. */
export function categoryNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    code: 'trends.category_not_found',
    title: 'There is no such category',
    detail: 'Take an id from the list of categories.',
  })
}
