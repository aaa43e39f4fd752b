import { formatDay } from '@auspex/analytics/claims'
import { listDocumentsTool } from '@auspex/tools'
import type { AnalystEvent } from '../analyst.port.ts'
import type { AnswerWriter } from '../answer/answer-writer.ts'
import { citedTitle, type CitedWords, outletName, type Sentence, sentence, withCapital } from '../answer/sentence.ts'
import { type CallContext, callTool } from '../call-tool.ts'
import type { Reading } from '../understand/understand.ts'
import { plainQuery } from '../understand/wordings.ts'

type Events = AsyncGenerator<AnalystEvent, void>

/** A topic that was searched, in the words of its query. */
export interface SearchedTopic {
  /** As it is written; else in the words of the query. */
  readonly name?: string
  readonly signalId: string
  readonly query: string
}

/** The oldest document of a topic. */
interface FirstMention {
  readonly topic: string
  readonly outlet: string
  readonly author: string | null
  readonly publishedAt: string
  readonly title: CitedWords
}

async function* findFirstMention(
  context: CallContext,
  { signalId, query, name = plainQuery(query) }: SearchedTopic,
): AsyncGenerator<AnalystEvent, FirstMention | null> {
  const { outcome, events } = await callTool(
    context,
    listDocumentsTool,
    { signalId, sort: 'oldest', limit: 1 },
    () => 'The first document.',
  )
  yield* events
  const [first] = outcome.status === 'ok' ? outcome.output.items : []
  if (first === undefined) return null
  const { id: documentId, title, outlet, author, publishedAt } = first
  return {
    topic: name,
    outlet: outletName(outlet),
    author,
    publishedAt,
    title: citedTitle({ documentId, title }),
  }
}

/** The first of several topics by their oldest documents, then the others. */
function firstMentionSentence({ topic, outlet, publishedAt, title }: FirstMention, place: number): Sentence {
  const lead = place === 0 ? `${topic} came first: its oldest document` : `The oldest on ${topic}`
  return withCapital(sentence(`${lead} is from ${formatDay(publishedAt)}, in ${outlet}: “`, title, '”.'))
}

export async function* firstSentences(
  context: CallContext,
  topic: SearchedTopic,
): AsyncGenerator<AnalystEvent, Sentence[]> {
  const first = yield* findFirstMention(context, topic)
  if (first === null) return []
  return [
    sentence(
      `The first mention of ${first.topic} that your library holds is from ${formatDay(first.publishedAt)}, ${first.author === null ? '' : `by ${first.author} `}in ${first.outlet}: “`,
      first.title,
      '”. An earlier one may stand elsewhere.',
    ),
  ]
}

export function asksWhichFirst({ wants }: Reading, message: string): boolean {
  return wants.includes('first') || /\b(?:came|appeared|started|began|was|were) (?:first|earlier)\b/iu.test(message)
}

/** The first document of each of several topics, the earliest topic first. */
export async function* writeFirstMentions(
  context: CallContext,
  writer: AnswerWriter,
  topics: readonly SearchedTopic[],
): Events {
  const mentions: FirstMention[] = []
  for (const topic of topics) {
    const mention = yield* findFirstMention(context, topic)
    if (mention !== null) mentions.push(mention)
  }
  const inOrder = mentions.toSorted((a, b) => a.publishedAt.localeCompare(b.publishedAt))
  for (const [place, mention] of inOrder.entries()) yield* writer.append(firstMentionSentence(mention, place))
  if (inOrder.length > 0) yield* writer.append(sentence('Earlier ones may stand outside your library.'))
}
