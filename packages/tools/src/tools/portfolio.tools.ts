import { addTrends, createExport, listPortfolios } from '@auspex/sdk'
import { z } from 'zod'
import * as outputs from '../outputs.ts'
import { defineTool, limit, page, signalId } from '../tool.ts'

export const listPortfoliosTool = defineTool({
  name: 'list_portfolios',
  title: 'List portfolios',
  operationId: 'listPortfolios',
  description: "The person's saved portfolios with the signals in each, by their signalIds.",
  input: z.object({ limit, page }),
  output: outputs.fields({ total: outputs.count.nullable(), portfolios: z.array(outputs.savedItem) }),
  answer: async (input, context) => listPortfolios({ page: input.page, perPage: input.limit, series: 'none' }, context),
  compact: (list) => ({
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
  }),
})

export const addToPortfolioTool = defineTool({
  name: 'add_to_portfolio',
  title: 'Add signals to a portfolio',
  operationId: 'addTrends',
  description: 'Saves signals in a portfolio of list_portfolios.',
  input: z.object({
    portfolioId: z
      .string()
      .regex(/^pf_[a-z0-9]{1,40}$/)
      .describe('Id from list_portfolios'),
    portfolio: z.string().max(200).describe('Name of the portfolio, for the person who is asked'),
    signals: z
      .array(z.object({ signalId, title: z.string().min(1).max(600).describe('Title in the portfolio') }))
      .min(1)
      .max(20)
      .describe('The signals to add'),
  }),
  output: outputs.listOf('The signals of the portfolio'),
  answer: async ({ portfolioId, signals }, context) => addTrends({ id: portfolioId, trends: signals }, context),
  change: ({ portfolio, portfolioId, signals }) => ({
    title: `Add ${signals.map(({ title }) => `“${title}”`).join(', ')} to the portfolio “${portfolio}”`,
    lines: [
      `Portfolio: ${portfolio} (${portfolioId})`,
      ...signals.map((one) => `Signal: ${one.title} (${one.signalId})`),
    ],
  }),
})

export const exportSignalTool = defineTool({
  name: 'export_signal',
  title: 'Export a signal',
  operationId: 'createExport',
  description: 'Creates a file of a signal for the person to download. Tell them its name; it is ready after a moment.',
  input: z.object({
    signalId,
    format: z
      .enum(['csv', 'jsonl', 'html', 'pdf', 'bundle'])
      .default('csv')
      .describe('Format; a bundle can be counted again'),
  }),
  output: outputs.savedItem,
  answer: async (input, context) => createExport({ kind: 'signal', id: input.signalId, format: input.format }, context),
  change: (input) => ({
    title: `Write the signal to a file of the format ${input.format}`,
    lines: [`Signal: ${input.signalId}`, `Format: ${input.format}`],
  }),
})

export const portfolioTools = [listPortfoliosTool, addToPortfolioTool, exportSignalTool]
