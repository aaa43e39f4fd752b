import { searchHelpTool } from '@auspex/tools'
import type { AnalystEvent } from '../analyst.port.ts'
import { type Sentence, sentence } from '../answer/sentence.ts'
import { type CallContext, callTool } from '../call-tool.ts'
import { narrowerQueries } from '../understand/topics.ts'
import type { Reading } from '../understand/understand.ts'
import { isFound, readTopic, type TopicReport } from './topic-report.ts'

const maxNarrower = 4

export interface CorrectedTopics {
  /** Words of a topic that were left out. */
  readonly droppedWords: readonly string[]
  /** What was corrected, for the person. */
  readonly notes: readonly Sentence[]
}

/**
 * Replaces topics that no document holds: by the wording that was probably meant, or a single one by a part of its words. Days and country stay as
 * requested.
 */
export async function* correctTopics(
  context: CallContext,
  topics: TopicReport[],
  { from, to, country, topicFrom }: Reading,
  message: string,
): AsyncGenerator<AnalystEvent, CorrectedTopics> {
  const notes: Sentence[] = []
  if (topicFrom !== 'message') return { droppedWords: [], notes }
  for (const [at, topic] of topics.entries()) {
    if (isFound(topic) || topic.report === null) continue
    const meant = yield* findMeant(context, topic.query)
    if (meant === null) continue
    const corrected = yield* readTopic(context, { query: meant, from, to, country })
    if (!isFound(corrected)) continue
    topics.splice(at, 1, corrected)
    notes.push(sentence(`No document has “${topic.query.replaceAll('"', '')}”, so this is about “${meant}”.`))
  }
  const [topic] = topics
  if (topic === undefined || topics.length > 1 || isFound(topic)) return { droppedWords: [], notes }
  for (const query of narrowerQueries(
    topic.query,
    message.length > topic.query.length && message.startsWith(topic.query),
  ).slice(0, maxNarrower)) {
    const narrower = yield* readTopic(context, { query, from, to, country })
    if (!isFound(narrower)) continue
    topics.splice(0, 1, narrower)
    const remainingWords = new Set(query.split(' '))
    const left = topic.query
      .replaceAll(/"| AND\b/gu, '')
      .split(' ')
      .filter((word) => !remainingWords.has(word))
    return { droppedWords: left.length === 0 ? [] : [left.join(' ')], notes }
  }
  return { droppedWords: [], notes }
}

async function* findMeant(context: CallContext, query: string): AsyncGenerator<AnalystEvent, string | null> {
  const { outcome, events } = await callTool(
    context,
    searchHelpTool,
    { topic: query.slice(0, 200) },
    ({ didYouMean }) => (didYouMean === null ? 'No other spelling.' : `Probably “${didYouMean.query_term}”.`),
  )
  yield* events
  return outcome.status === 'ok' ? (outcome.output.didYouMean?.query_term ?? null) : null
}
