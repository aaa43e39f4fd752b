import { createExport, listPortfolios } from '@auspex/sdk'
import { z } from 'zod'
import { limit, page, signalId } from '../inputs.ts'
import { defineTool } from '../tool.ts'

export const portfolioTools = [
  defineTool({
    name: 'list_portfolios',
    title: 'List portfolios',
    description: "The person's saved portfolios with the signals in each, by their signalIds.",
    input: z.object({ limit, page }),
    answer: async (input, context) => {
      const list = await listPortfolios({ page: input.page, perPage: input.limit }, context)
      return {
        total: list.page.total,
        portfolios: list.items.map(({ id, title, trends, updatedAt }) => ({
          id,
          title,
          updatedAt,
          signals: trends.slice(0, 20).map((trend) => ({
            signalId: trend.signalId,
            title: trend.title,
            stage: trend.stage,
            documents: trend.documents,
          })),
        })),
      }
    },
  }),
  defineTool({
    name: 'export_signal',
    title: 'Export a signal',
    description:
      'Has the server write a file of a signal for the person to download. Tell them its name; it is ready after a moment.',
    writes: true,
    input: z.object({ signalId, format: z.enum(['csv', 'jsonl', 'html', 'pdf', 'bundle']).default('csv') }),
    answer: async (input, context) =>
      createExport({ kind: 'signal', id: input.signalId, format: input.format }, context),
  }),
]
