import type { Handlers } from '../../../http/handlers.ts'
import { readUpload } from '../../../http/uploaded-file.ts'
import { toPageRequest } from '../../../kernel/page.ts'
import type { PortfolioUsecases } from './portfolios.usecases.ts'
import type { TrendUsecases } from './trends.usecases.ts'

export type PortfolioOperations = ReturnType<typeof createPortfolioOperations>

/** The operations of portfolios and of the signals in them. */
export function createPortfolioOperations(portfolios: PortfolioUsecases, trends: TrendUsecases) {
  return {
    createPortfolio: async ({ body }, { actor }) => {
      const { title, organizationGroupId: groupId = null } = body
      const file = readUpload('file' in body ? body.file : null)
      return { status: 200, body: await trends.createWith({ title, groupId, file, trends: [] }, actor) }
    },

    createPortfolioWithTrends: async ({ body }, { actor }) => {
      const { title, organizationGroupId: groupId = null, trends: trendInputs } = body
      return { status: 200, body: await trends.createWith({ title, groupId, file: null, trends: trendInputs }, actor) }
    },

    updatePortfolio: async ({ body }, { actor }) => ({ status: 200, body: await portfolios.update(body, actor) }),

    updatePortfolioWithImage: async ({ path: { id }, body }, { actor }) => ({
      status: 200,
      body: await portfolios.update({ ...body, id, file: readUpload(body.file) }, actor),
    }),

    refreshPortfolio: async ({ body: { id } }, { actor }) => ({ status: 200, body: await trends.refresh(id, actor) }),

    removePortfolio: async ({ body: { id } }, { actor }) => {
      await portfolios.remove(id, actor)
      return { status: 200, body: { id, deleted: true } }
    },

    getPortfolio: async ({ path: { id }, query }, { actor }) => ({
      status: 200,
      body: await portfolios.get(id, actor, query.series),
    }),

    listPortfolios: async ({ query }, { actor }) => ({
      status: 200,
      body: await portfolios.list(actor, { order: 'newest', series: query.series }, toPageRequest(query)),
    }),

    listGroupPortfolios: async ({ query }, { actor }) => {
      const groupId = query.organizationGroupId ?? null
      return {
        status: 200,
        body: await portfolios.list(actor, { order: 'title', groupId, series: query.series }, toPageRequest(query)),
      }
    },

    addTrends: async ({ body }, { actor }) => ({
      status: 200,
      body: { items: await trends.add(body.id, body.trends, actor) },
    }),

    removeTrends: async ({ body: { id, trendIds } }, { actor }) => {
      await trends.remove(id, trendIds, actor)
      return { status: 200, body: { items: trendIds.map((trendId) => ({ id: trendId, deleted: true as const })) } }
    },

    listTopics: async ({ query }, { actor }) => ({
      status: 200,
      body: await trends.list(actor, query.portfolioId ?? null, toPageRequest(query)),
    }),

    setTrendCover: async ({ path: { id, trendId }, body }, { actor }) => ({
      status: 200,
      body: await trends.setCover({ id, trendId, file: requireUpload(body.cover) }, actor),
    }),

    setTopicCover: async ({ path: { id }, body }, { actor }) => ({
      status: 200,
      body: await trends.coverAll({ id, file: requireUpload(body.cover) }, actor),
    }),
  } satisfies Partial<Handlers>
}

function requireUpload(field: unknown) {
  const file = readUpload(field)
  if (file === null) throw new Error('The contract lets no form without its picture pass')
  return file
}
