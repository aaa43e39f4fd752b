import {
  autocompleteEntity,
  autocompleteTerm,
  getMe,
  getStatus,
  listCategories,
  listCategoryTrends,
  listGeneralTrends,
  listRecentSearches,
  listSources,
} from '@auspex/sdk'
import { z } from 'zod'
import * as outputs from '../outputs.ts'
import { toCompactEstimate } from '../compact.ts'
import { defineTool, limit } from '../tool.ts'

export const listTrendsTool = defineTool({
  name: 'list_trends',
  title: 'List what is rising',
  operationId: 'listGeneralTrends',
  description: 'Terms whose share of all documents grows, over everything or in one category of list_categories.',
  input: z.object({ category: z.string().max(60).optional().describe('Id of a category'), limit }),
  output: outputs.fields({
    asOf: z.string().nullable(),
    trends: z.array(outputs.fields({ term: z.string(), momentum: outputs.estimate })),
  }),
  answer: async ({ category, limit: count }, context) =>
    category === undefined ? listGeneralTrends({ limit: count }, context) : listCategoryTrends({ category }, context),
  compact: ({ asOf, windowDays, provenance, items }, input) => ({
    asOf,
    windowDays,
    provenance,
    trends: items.slice(0, input.limit).map(({ term, documents, previous, momentum }) => ({
      term,
      documents,
      previous,
      momentum: toCompactEstimate(momentum),
    })),
  }),
})

export const discoveryTools = [
  listTrendsTool,
  defineTool({
    name: 'list_categories',
    operationId: 'listCategories',
    title: 'List categories',
    description: 'Categories of topics, with terms to begin with.',
    input: z.object({}),
    output: outputs.listOf('Categories'),
    answer: async (_input, context) => listCategories(context),
  }),
  defineTool({
    name: 'autocomplete',
    operationId: 'autocompleteTerm',
    title: 'Complete a term',
    description:
      'Terms or entities that begin like this, with the documents that have them. Use it to find the usual spelling.',
    input: z.object({
      text: z.string().min(1).max(200).describe('The beginning of the term'),
      kind: z.enum(['term', 'entity']).default('term').describe('Any term, or only people, companies and places'),
    }),
    output: outputs.listOf('Terms or entities, the most frequent first'),
    answer: async ({ text, kind }, context) =>
      kind === 'term' ? autocompleteTerm(text, context) : autocompleteEntity(text, context),
  }),
  defineTool({
    name: 'list_sources',
    operationId: 'listSources',
    title: 'List sources',
    description: 'Where documents come from, which sources are on, and what the library holds of each.',
    input: z.object({}),
    output: outputs.fields({ sources: outputs.items }),
    answer: async (_input, context) => ({
      sources: (await listSources(context)).items.map(({ key, label, enabled, documents, firstDay, lastDay }) => ({
        key,
        label,
        enabled,
        documents,
        firstDay,
        lastDay,
      })),
    }),
  }),
  defineTool({
    name: 'list_recent_searches',
    operationId: 'listRecentSearches',
    title: 'List recent searches',
    description: "The person's recent searches, newest first, with their signalIds.",
    input: z.object({ limit }),
    output: outputs.fields({ searches: outputs.items }),
    answer: async ({ limit: count }, context) => ({
      searches: (await listRecentSearches(context)).items
        .slice(0, count)
        .map(({ signalId, query, searchedAt }) => ({ signalId, title: query.title, searchedAt })),
    }),
  }),
  defineTool({
    name: 'get_account',
    operationId: 'getMe',
    title: 'See who is asking',
    description: 'The person whose token is used, their organization and roles, and the state of the service.',
    input: z.object({}),
    output: outputs.fields({
      name: z.string().nullable(),
      organization: z.string().nullable(),
      roles: z.array(z.string()),
    }),
    answer: async (_input, context) => {
      const [me, status] = await Promise.all([getMe(context), getStatus(context)])
      return { name: me.profile.name, organization: me.organization?.name ?? null, roles: me.roles, service: status }
    },
  }),
]
