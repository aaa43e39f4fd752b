import type { Handlers } from '../../http/handlers.ts'
import { overviewColumns, type Portfolios } from '../portfolios/index.ts'
import { readPage, toFilter, toSorting } from './list-request.ts'

/** The portfolios of everybody, without what is in them. */
export function createPortfolioOverviewOperations({
  portfolios: { overview },
}: {
  portfolios: Pick<Portfolios, 'overview'>
}): Pick<Handlers, 'listGodmodePortfolios'> {
  return {
    listGodmodePortfolios: async ({ query }) => {
      const filter = {
        organizationId: toFilter(query.organizationId),
        searchTerm: query.searchTerm?.trim() ?? null,
      }
      const sorting = toSorting(overviewColumns, { sort: query.sort ?? 'updatedAt', direction: query.direction })
      const { items, page } = await readPage(query, {
        items: (asked) => overview.list(filter, sorting, asked),
        count: () => overview.count(filter),
      })
      const present = items.map(({ createdAt, updatedAt, ...rest }) => ({
        ...rest,
        createdAt: createdAt.toISOString(),
        updatedAt: updatedAt.toISOString(),
      }))
      return { status: 200, body: { items: present, page } }
    },
  }
}
