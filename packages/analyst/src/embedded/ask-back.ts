import { joinWithAnd } from '@auspex/analytics/claims'
import { searchHelpTool } from '@auspex/tools'
import type { AnalystEvent, AnalystRequest, FollowUp } from '../analyst.port.ts'
import type { AnswerWriter } from '../answer/answer-writer.ts'
import { sentence } from '../answer/sentence.ts'
import { type CallContext, callTool } from '../call-tool.ts'
import type { Answerable } from '../understand/reader/question-model.ts'
import { healthTopic } from '../understand/scope.ts'
import { type Reading } from '../understand/understand.ts'
import { nameTopic, plainQuery } from '../understand/wordings.ts'
import { readCoverage, sizeSentence } from './coverage.ts'
import { citedVolume } from './figure-sentences.ts'
import { correctTopics } from './correct-topics.ts'
import { type FoundTopic, isFound, readTopic } from './topic-report.ts'
import { toUnderstanding } from '../understand/understanding.ts'

type Events = AsyncGenerator<AnalystEvent, void>

/** Why a question is declined, and what can be asked instead. */
const refusals: Readonly<Partial<Record<Answerable, string>>> = {
  medical:
    'I cannot give medical advice: a doctor or a pharmacist can answer that. I can say how much is written about it, by whom and in what tone.',
  legal:
    'I cannot give legal advice: ask a lawyer. I can say what is written about the matter, by whom and in what tone.',
  'buy-or-sell':
    'I cannot say whether to buy, sell or hold anything. I can say how talk of it changed, what stood out, and how that went with its price in the past.',
  'future-price':
    'I cannot say what a price will be. I can forecast how much will be written about a topic, and compare past talk with past prices.',
  'private-person':
    'I cannot look for a person’s name, address or private life. I can say what is published about a topic or somebody in public life.',
  'causal-guilt':
    'I cannot say who is guilty or what somebody meant to do. I can quote what documents report, with their sources, and say how the talk of it changed.',
  'not-held':
    'I cannot answer that: it needs other data than the documents of your library. I can say how much is written about a topic, what changed, in what tone, by whom and where.',
  injection:
    'I cannot do that: I answer questions about topics from the documents of your library, by the same rules for everybody.',
}
const refusal =
  'I cannot answer that: I only say what the documents of your library show about a topic — how much, what changed, in what tone, by whom and where. Name a topic and I will look it up.'

const urgent = ' Call the emergency number when it is urgent.'

/** Declines in a sentence, and says of the topics of the question how much is written; a tone beside "is it safe" would read as the answer. */
export async function* writeRefusal(
  context: CallContext,
  writer: AnswerWriter,
  { message }: AnalystRequest,
  reading: Reading,
): Events {
  // figures beside an accusation would read as evidence of it
  const isClosed = ['private-person', 'injection', 'causal-guilt'].includes(reading.answer)
  const healthName = reading.answer === 'medical' ? healthTopic(message) : null
  const named = reading.queries.length > 0 || healthName === null ? reading.queries.slice(0, 2) : [healthName]
  // "fluoride in drinking water": the first name is what it is about
  const queries = isClosed ? [] : reading.answer === 'medical' ? named.slice(0, 1) : named
  yield {
    type: 'understanding',
    understanding: toUnderstanding({ ...reading, wants: [], unread: [] }, [], ['nothing that documents can answer']),
  }
  const [text, offer] = splitOffer(refusals[reading.answer] ?? refusal)
  // how much is written is not offered where it is given
  const isGiven = offer.includes('how much is written')
  const topicsWithDocuments: FoundTopic[] = []
  for (const query of queries) {
    const topics = [yield* readTopic(context, { ...reading, query })]
    yield* correctTopics(context, topics, { ...reading, queries: [query], topicFrom: 'message' }, message)
    topicsWithDocuments.push(...topics.filter(isFound))
  }
  yield* writer.appendMarkdown(
    `${text}${reading.answer === 'medical' ? urgent : ''}${topicsWithDocuments.length > 0 && isGiven ? '' : offer}`,
  )
  for (const { report, query } of topicsWithDocuments) {
    const topic = { report, name: nameTopic(query, plainQuery(report.query.subject ?? report.query.title)) }
    const size = sizeSentence({ ...topic, size: citedVolume(report) }, readCoverage(report))
    if (size !== null) yield* writer.append(size)
  }
  const offered = reading.answer === 'causal-guilt' ? named : queries
  const followUps = (topicsWithDocuments.length > 0 ? topicsWithDocuments : offered.map((query) => ({ query }))).map(
    ({ query }): FollowUp => {
      const topic = plainQuery(query)
      return { label: `What is written about ${topic}?`, message: `What is written about “${topic}”?` }
    },
  )
  if (followUps.length > 0) yield { type: 'follow-ups', followUps }
}

/** A refusal, and what it offers instead. */
function splitOffer(text: string): [text: string, offer: string] {
  const at = text.indexOf(' I can ')
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at)]
}

const maxChoices = 4
const minShare = 0.05

/** Asks which of its meanings a name has; false where the library knows only one of them, so that nothing needs to be asked. */
export async function* askWhichMeaning(
  context: CallContext,
  writer: AnswerWriter,
  { message }: AnalystRequest,
  reading: Reading,
): AsyncGenerator<AnalystEvent, boolean> {
  const [query] = reading.queries
  if (query === undefined || reading.answer !== 'ambiguous-topic') return false
  const topic = query.replaceAll('"', '')
  const { outcome, events } = await callTool(context, searchHelpTool, { topic: topic.slice(0, 200) }, ({ meanings }) =>
    meanings.length === 0 ? 'It stands for one thing.' : `It stands for ${meanings.length} things.`,
  )
  yield* events
  const meanings = outcome.status === 'ok' ? outcome.output.meanings.filter(({ share }) => share >= minShare) : []
  if (meanings.length < 2) return false
  yield { type: 'understanding', understanding: toUnderstanding(reading, []) }
  const named = meanings.slice(0, maxChoices).map(({ terms, label }) => terms.slice(0, 2).join(', ') || label)
  yield* writer.append(
    sentence(
      `Your library has several things called “${topic}”: ${joinWithAnd(named.map((name) => `“${name}”`))}. Which one do you mean?`,
    ),
  )
  yield {
    type: 'follow-ups',
    followUps: meanings.slice(0, maxChoices).map(({ terms, label }, at): FollowUp => {
      const [term = label] = terms
      return { label: named[at] ?? label, message: withMeaning(message, topic, term) }
    }),
  }
  return true
}

/** The same question about one meaning: documents that hold the name and the word for it. */
function withMeaning(message: string, topic: string, term: string): string {
  const query = `"${topic}" AND "${term.replaceAll('"', '')}"`
  const at = message.toLowerCase().indexOf(topic.toLowerCase())
  return at === -1 ? query : `${message.slice(0, at)}${query}${message.slice(at + topic.length)}`
}

/** Asks for the topic of a question that has none. */
export async function* requestTopic(writer: AnswerWriter, { collections }: AnalystRequest, reading: Reading): Events {
  yield { type: 'understanding', understanding: toUnderstanding(reading, []) }
  const [empty] = collections
  if (empty !== undefined) {
    yield* writer.append(
      sentence(`The ${empty.kind} “${empty.title}” has no signals yet, so there is nothing to look at. Add one to it.`),
    )
    return
  }
  yield* writer.appendMarkdown(
    'Which topic do you mean? Name a company, a product, a person or a subject, for example “What changed for oat milk since June?”.',
  )
}
