import {
  getQueryStatus,
  getSearchHelp,
  parseQuery,
  pollQueryStatus,
  type QueryProgress,
  type SearchState,
  saveRecentSearch,
  TimeoutError,
  topicQuery,
} from '@auspex/sdk'
import { z } from 'zod'
import * as outputs from '../outputs.ts'
import { country, day, defineTool, entity, type ToolContext } from '../tool.ts'

const query = z.object({
  topic: z
    .string()
    .min(1)
    .max(500)
    .describe(
      'The topic: a phrase, or quotes, AND, OR, a leading minus, parentheses, a trailing star, near/5, title:word, score>10, comments>50, views>1000, ' +
        'and source: outlet: author: kind: lang: country: tone: since: until:',
    ),
  country: country.optional(),
  entity: entity.optional(),
  from: day.optional(),
  to: day.optional(),
})

const toSignalQuery = (input: z.output<typeof query>) => ({
  query_term: input.topic,
  geo: input.country ?? null,
  entity: input.entity ?? null,
  startDate: input.from ?? null,
  endDate: input.to ?? null,
})

const toCompactSearch = (state: SearchState): object => ({
  signalId: state.signal_id,
  requestId: state.request_id,
  title: state.query.title,
  counted: state.query.subject ?? state.query.title,
  status: state.status,
  message: state.message,
  matched: state.matched,
  needed: state.needed,
  suggestions: state.suggestions,
  sources: state.sources.map(({ source, status, documentsSeen, reason }) => ({
    source,
    status,
    documentsSeen,
    reason,
  })),
})

/** The search once it has ended, or its state after `waitSeconds`: an assistant can do something else meanwhile. */
const follow = async (
  state: SearchState,
  limitSeconds: number,
  { client, signal }: ToolContext,
): Promise<SearchState> => {
  if (state.status !== 'queued' && state.status !== 'running') return state
  let latest = state
  const onProgress = (progress: QueryProgress): void => void (latest = progress.state)
  try {
    const search = { request_id: state.request_id }
    return await pollQueryStatus(client, search, { signal, onProgress, limitMs: limitSeconds * 1000, delayMs: 250 })
  } catch (error) {
    if (error instanceof TimeoutError) return latest
    throw error
  }
}

const waitSeconds = z.int().min(0).max(600).default(60).describe('How long to wait for the sources')

export const searchTopicTool = defineTool({
  name: 'search_topic',
  title: 'Search a topic',
  operationId: 'topicQuery',
  description:
    'Searches a topic in all sources, waits for them and gives the signalId that the other tools need. Call it first. When status is still running, call get_search later.',
  input: query.extend({ waitSeconds }),
  output: outputs.search,
  answer: async ({ waitSeconds: limit, ...input }, context) => {
    const state = await topicQuery(toSignalQuery(input), context)
    return follow(state, limit, context)
  },
  compact: toCompactSearch,
})

export const readQuestionTool = defineTool({
  name: 'read_question',
  title: 'Read a question as a query',
  operationId: 'parseQuery',
  description:
    'What would be searched for a question in plain English: the query, its words, the days and countries that it names, and what could not be read. `countries` are those that it names: search the query as it is for documents that name the country, or leave the country out of it and pass it on to search_topic for documents from there.',
  input: z.object({ question: z.string().min(1).max(500).describe('The question, as the person asked it') }),
  output: outputs.fields({ ok: z.boolean(), question: z.looseObject({}).nullable(), formatted: z.string().nullable() }),
  answer: async ({ question: words }, context) => parseQuery({ query_term: words }, context),
  compact: ({ ok, question, fault, reading }) => ({ ok, question, fault, formatted: reading?.formatted ?? null }),
})

export const searchHelpTool = defineTool({
  name: 'get_search_help',
  title: 'See what a topic may mean',
  operationId: 'getSearchHelp',
  description:
    'For a topic that is misspelt, has other names or stands for several things: the wording that was probably meant, its other names, and its meanings.',
  input: z.object({ topic: z.string().min(1).max(200).describe('The topic, as the person wrote it') }),
  output: outputs.fields({
    documents: outputs.count,
    alsoCalled: z.array(z.unknown()),
    meanings: z.array(z.unknown()),
  }),
  answer: async ({ topic }, context) => getSearchHelp({ query_term: topic }, context),
  compact: ({ documents, didYouMean, alsoCalled, meanings }) => ({ documents, didYouMean, alsoCalled, meanings }),
})

export const getSearchTool = defineTool({
  name: 'get_search',
  operationId: 'getQueryStatus',
  title: 'See how far a search is',
  description: 'The state of a search that was still running, by the requestId of search_topic.',
  input: z.object({
    requestId: z
      .string()
      .regex(/^req_[a-z0-9]{1,40}$/)
      .describe('requestId from search_topic'),
    waitSeconds,
  }),
  output: outputs.search,
  answer: async ({ requestId, waitSeconds: limit }, context) => {
    const state = await getQueryStatus({ request_id: requestId }, context)
    return follow(state, limit, context)
  },
  compact: toCompactSearch,
})

export const searchTools = [
  searchTopicTool,
  readQuestionTool,
  searchHelpTool,
  getSearchTool,
  defineTool({
    name: 'save_recent_search',
    operationId: 'saveRecentSearch',
    title: 'Save a search',
    description: "Puts a topic among the person's recent searches.",
    input: query,
    output: outputs.savedItem,
    change: ({ topic }) => ({ title: `Put “${topic}” among your recent searches`, lines: [`Topic: ${topic}`] }),
    answer: async (input, context) => {
      const saved = await saveRecentSearch(toSignalQuery(input), context)
      return { id: saved.id, signalId: saved.signalId, title: saved.query.title }
    },
  }),
]
