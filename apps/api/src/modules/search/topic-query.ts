import type {
  QueryInterpretation,
  SearchState,
  SignalQuery,
  SmartRedirect,
  SmartRedirectInput,
  TopicQuery,
} from '@auspex/sdk/types'
import type { Handlers } from '../../http/handlers.ts'
import type { Logger } from '../../kernel/logger.ts'
import type { Actor } from '../../kernel/actor.ts'
import { type CanonicalQuery, readSignalQuery } from '../reports/index.ts'

export interface TopicQueryDependencies {
  startSearch: (input: SignalQuery, query: CanonicalQuery, actor: Actor) => Promise<SearchState>
  /** The search once it has ended or `waitMs` have passed. */
  awaitSearch: (id: string, actor: Actor, options: { waitMs: number; signal: AbortSignal }) => Promise<SearchState>
  /** The query of a question; null when the text is none. */
  readQuestion: (text: string) => Promise<QueryInterpretation['question']>
  /** Another wording that was most likely intended; null when the text means itself. */
  findRedirect: (term: SmartRedirectInput, actor: Actor) => Promise<SmartRedirect | null>
  saveRecentSearch: (query: CanonicalQuery, userId: string) => Promise<unknown>
  log: Logger
}

/** The operation that starts a search. */
export function createTopicQueryOperations(deps: TopicQueryDependencies) {
  return {
    topicQuery: async ({ body }, { actor, signal }) => ({
      status: 200,
      body: await queryTopic(body, { actor, signal }, deps),
    }),
  } satisfies Partial<Handlers>
}

/** Searches a topic: what the words lead to when they are to be interpreted, else the words themselves. */
async function queryTopic(
  { interpret = false, remember = false, waitMs = 0, ...typed }: TopicQuery,
  { actor, signal }: { actor: Actor; signal: AbortSignal },
  deps: TopicQueryDependencies,
): Promise<SearchState> {
  const interpretation = interpret ? await interpretQuery(typed, actor, deps) : null
  const input = interpretation === null ? typed : { ...typed, ...queryOf(interpretation, typed) }
  const query = readSignalQuery(input)
  const started = await deps.startSearch(input, query, actor)
  if (remember) await deps.saveRecentSearch(query, actor.userId)
  const isRunning = waitMs > 0 && started.finishedAt === null
  const search = isRunning ? await deps.awaitSearch(started.request_id, actor, { waitMs, signal }) : started
  return interpretation === null ? search : { ...search, interpretation }
}

/** A failure here must not prevent the search, which then uses the words as they were typed. */
async function interpretQuery(
  { query_term: text, x_term, y_term, geo = null }: SignalQuery,
  actor: Actor,
  { readQuestion, findRedirect, log }: TopicQueryDependencies,
): Promise<QueryInterpretation> {
  const asTyped = { question: null, redirect: null }
  if (text == null || text.trim() === '' || x_term != null || y_term != null) return asTyped
  try {
    const parsedQuestion = await readQuestion(text)
    if (parsedQuestion !== null) return { question: parsedQuestion, redirect: null }
    const redirect = await findRedirect({ trend_name: text, geo }, actor)
    return { question: null, redirect: redirect?.signalId === redirect?.asked.signalId ? null : redirect }
  } catch (error) {
    log.info({ err: error }, 'words are searched as they were typed, because they could not be interpreted')
    return asTyped
  }
}

/** Days that were given beside the text take precedence over days in the text. */
function queryOf(
  { question: parsedQuestion, redirect }: QueryInterpretation,
  { startDate, endDate }: SignalQuery,
): SignalQuery {
  if (redirect !== null) return { query_term: redirect.title }
  if (parsedQuestion === null) return {}
  const hasDays = startDate != null || endDate != null
  return {
    query_term: parsedQuestion.query_term,
    ...(!hasDays && { startDate: parsedQuestion.startDate, endDate: parsedQuestion.endDate }),
  }
}
