import { correlateCrypto, correlateStock, listNews, searchClinicalTrials } from '@auspex/sdk'
import { z } from 'zod'
import * as outputs from '../outputs.ts'
import { trim } from '../compact.ts'
import { defineTool, limit, signalId } from '../tool.ts'

export const correlatePriceTool = defineTool({
  name: 'correlate_price',
  title: 'Compare a signal with a price',
  operationId: 'correlateStock',
  description:
    'Whether the daily changes of a signal go with the daily returns of a stock or a crypto currency, at any lag. It never says that one causes the other.',
  input: z.object({
    signalId,
    symbol: z
      .string()
      .regex(/^[A-Z0-9][A-Z0-9.-]{0,14}$/)
      .describe('Ticker, for example TSLA, or BTC'),
    market: z.enum(['stock', 'crypto']).default('stock').describe('Where it is traded'),
  }),
  output: outputs.fields({ outcome: z.string() }),
  answer: async ({ signalId: id, symbol, market }, context) => {
    const query = { signalId: id, symbol, measure: 'volume', maxLagDays: 14 } as const
    return market === 'stock' ? correlateStock(query, context) : correlateCrypto(query, context)
  },
  compact: (result) => trim(result, 5),
})

export const listNewsTool = defineTool({
  name: 'list_news',
  title: 'List the news of signals',
  operationId: 'listNews',
  description: 'The newest articles about up to five signals.',
  input: z.object({ signalIds: z.array(signalId).min(1).max(5).describe('The signals whose news to list'), limit }),
  output: outputs.listOf('Articles, the newest first'),
  answer: async ({ signalIds, limit: perPage }, context) => listNews({ signalIds, page: 1, perPage }, context),
  compact: (page, input) => trim(page, input.limit),
})

export const searchTrialsTool = defineTool({
  name: 'search_trials',
  title: 'Search clinical trials',
  operationId: 'searchClinicalTrials',
  description: 'Registered clinical trials of a condition or a treatment.',
  input: z.object({ words: z.string().min(1).max(200).describe('Condition or treatment'), limit }),
  output: outputs.listOf('Trials'),
  answer: async ({ words, limit: perPage }, context) => searchClinicalTrials('condition', words, { perPage }, context),
  compact: (page, input) => trim(page, input.limit),
})

export const worldTools = [correlatePriceTool, listNewsTool, searchTrialsTool]
