import type { ListCategoryTrendsParams } from '@auspex/sdk/types'
import type { Handlers } from '../../../http/handlers.ts'
import { CodedError } from '../../../kernel/errors.ts'
import type { TrendScope } from './find-trends.ts'
import { listCategoryTrends, listTrends } from './trends.usecases.ts'
import type { TrendsDependencies } from './trends-dependencies.ts'

export type TrendsOperations = ReturnType<typeof createTrendsOperations>

/** The operations of trends. */
export function createTrendsOperations(deps: TrendsDependencies) {
  return {
    listGeneralTrends: async ({ query }) => ({
      status: 200,
      body: await listTrends({ limit: query.limit ?? 20, ...scopeOf(query) }, deps),
    }),

    listCategoryTrends: async ({ query }) => {
      const category = deps.categories.find(({ id }) => id === query.category)
      if (category === undefined) throw categoryNotFound()
      return { status: 200, body: await listCategoryTrends(category, scopeOf(query), deps) }
    },
  } satisfies Partial<Handlers>
}

function scopeOf({ geo, windowDays, asOf }: Omit<ListCategoryTrendsParams, 'category'>): TrendScope {
  return { country: geo ?? null, windowDays, until: asOf ?? null }
}

/** Shared by every operation that names a category. */
export function categoryNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    code: 'trends.category_not_found',
    title: 'Category not found',
    detail: 'Use an id from the list of categories.',
  })
}
