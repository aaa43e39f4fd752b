import type { Handlers } from '../../../http/handlers.ts'
import { readUpload } from '../../../http/body-parsers.ts'
import { toPageRequest } from '../../../kernel/page.ts'
import type { PortfolioDependencies } from './present-portfolio.ts'
import {
  createPortfolio,
  getPortfolio,
  listPortfolios,
  refreshPortfolio,
  removePortfolio,
  updatePortfolio,
} from './portfolios.usecases.ts'
import { addTrends, listTrends, removeTrends, setMissingCovers, setTrendCover } from './trends.usecases.ts'

export type PortfolioOperations = ReturnType<typeof createPortfolioOperations>

/** The operations of portfolios and of the signals in them. */
export function createPortfolioOperations(deps: PortfolioDependencies) {
  return {
    createPortfolio: async ({ body }, { actor }) => {
      const { title, organizationGroupId: groupId = null } = body
      const file = readUpload('file' in body ? body.file : null)
      return { status: 200, body: await createPortfolio({ title, groupId, file, trends: [] }, actor, deps) }
    },

    createPortfolioWithTrends: async ({ body }, { actor }) => {
      const { title, organizationGroupId: groupId = null, trends } = body
      return { status: 200, body: await createPortfolio({ title, groupId, file: null, trends }, actor, deps) }
    },

    updatePortfolio: async ({ body }, { actor }) => ({ status: 200, body: await updatePortfolio(body, actor, deps) }),

    updatePortfolioWithImage: async ({ path: { id }, body }, { actor }) => ({
      status: 200,
      body: await updatePortfolio({ ...body, id, file: readUpload(body.file) }, actor, deps),
    }),

    refreshPortfolio: async ({ body: { id } }, { actor }) => ({
      status: 200,
      body: await refreshPortfolio(id, actor, deps),
    }),

    removePortfolio: async ({ body: { id } }, { actor }) => {
      await removePortfolio(id, actor, deps)
      return { status: 200, body: { id, deleted: true } }
    },

    getPortfolio: async ({ path: { id }, query }, { actor }) => ({
      status: 200,
      body: await getPortfolio({ id, series: query.series }, actor, deps),
    }),

    listPortfolios: async ({ query }, { actor }) => ({
      status: 200,
      body: await listPortfolios({ order: 'newest', series: query.series, page: toPageRequest(query) }, actor, deps),
    }),

    listGroupPortfolios: async ({ query }, { actor }) => {
      const { organizationGroupId: groupId = null, series } = query
      return {
        status: 200,
        body: await listPortfolios({ order: 'title', groupId, series, page: toPageRequest(query) }, actor, deps),
      }
    },

    addTrends: async ({ body }, { actor }) => ({
      status: 200,
      body: { items: await addTrends(body, actor, deps) },
    }),

    removeTrends: async ({ body: { id, trendIds } }, { actor }) => {
      await removeTrends({ id, trendIds }, actor, deps)
      return { status: 200, body: { items: trendIds.map((trendId) => ({ id: trendId, deleted: true as const })) } }
    },

    listTopics: async ({ query }, { actor }) => ({
      status: 200,
      body: await listTrends({ portfolioId: query.portfolioId ?? null, page: toPageRequest(query) }, actor, deps),
    }),

    setTrendCover: async ({ path: { id, trendId }, body }, { actor }) => ({
      status: 200,
      body: await setTrendCover({ id, trendId, file: requireUpload(body.cover) }, actor, deps),
    }),

    setTopicCover: async ({ path: { id }, body }, { actor }) => ({
      status: 200,
      body: await setMissingCovers({ id, file: requireUpload(body.cover) }, actor, deps),
    }),
  } satisfies Partial<Handlers>
}

function requireUpload(field: unknown) {
  const file = readUpload(field)
  if (file === null) throw new Error('The contract lets no form without its picture pass')
  return file
}
