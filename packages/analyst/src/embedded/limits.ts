import { joinWithAnd } from '@auspex/analytics/claims'
import { searchHelpTool } from '@auspex/tools'
import type { AnalystEvent, AnalystRequest, FollowUp } from '../analyst.port.ts'
import type { AnswerWriter } from '../answer/answer-writer.ts'
import { sentence } from '../answer/sentence.ts'
import { type CallContext, callTool } from '../call-tool.ts'
import { askedPart, splitClauses, toPlainText } from '../understand/asked-part.ts'
import { topicOfWords } from '../understand/qualifiers.ts'
import {
  asksForAdvice,
  asksForHealth,
  asksForOpinions,
  asksForUnlawful,
  countryLabel,
  healthTopic,
} from '../understand/scope.ts'
import { namesAsMeant } from '../understand/topics.ts'
import type { ReadDays, Reading } from '../understand/understand.ts'
import { formatPeriod, joinWithOr, toUnderstanding } from '../understand/understanding.ts'
import { nameTopic, narrowerQueries, plainQuery } from '../understand/wordings.ts'
import { correctTopics } from './correct-topics.ts'
import { countOf, heldOf, readCoverage, sizeSentence } from './coverage.ts'
import { citedVolume } from './figure-sentences.ts'
import { nameOf } from './report-sentences.ts'
import { findUncovered } from './sentence-table.ts'
import { countWordings, type FoundTopic, isFound, readTopic, type TopicReport } from './topic-report.ts'

type Events = AsyncGenerator<AnalystEvent, void>

/** Questions are read in these languages, and answered in English. */
const onlyEnglish: Readonly<Record<NonNullable<Reading['language']>, string>> = {
  de: 'Antworten gibt es nur auf Englisch; das Thema suche ich so, wie Sie es geschrieben haben.',
  es: 'Respondo solo en inglés; busco el tema tal como lo ha escrito.',
  fr: 'Je ne réponds qu’en anglais ; je cherche le sujet tel que vous l’avez écrit.',
}

export function asksForPriceToCome({ wants }: Reading): boolean {
  return wants.includes('price') && wants.includes('forecast')
}

/** States what the answer does not cover before the answer itself: a brief beside the question would read as its answer. */
export async function* writeLimits(
  writer: AnswerWriter,
  reading: Reading,
  query: string | null,
  known: number,
): Events {
  if (reading.language !== null) yield* writer.append(sentence(onlyEnglish[reading.language]))
  if (reading.answer === 'advice') yield* writer.append(sentence('I give no advice; this is what people wrote.'))
  if (query === null || known > 1) return
  if (asksForPriceToCome(reading))
    yield* writer.append(sentence('I forecast how much is written about a topic, never a price.'))
  else if (reading.wants.includes('price'))
    yield* writer.append(
      sentence('I have no prices, but I can compare how much is written about a topic with its daily closing prices.'),
    )
  if (reading.otherPeriod !== null)
    yield* writer.append(
      sentence(
        `I can describe only one period at a time: ask about ${formatPeriod(reading.otherPeriod.from, reading.otherPeriod.to)} next, and compare the two answers.`,
      ),
    )
  if (reading.event !== null)
    yield* writer.append(
      sentence(
        `Whether it did ${reading.event.word}, I cannot measure: I count what is written, and see neither sales nor prices in it.`,
      ),
    )
}

/** The topics of a question that nothing was found about, or that could not be looked up, and those beside them that have documents. */
interface UnfoundTopics {
  readonly unfound: readonly TopicReport[]
  readonly found?: readonly TopicReport[]
}

/** States which topics have no document, beside the one that has some, and what exists outside the requested days or country. */
export async function* writeNothingFound(
  context: CallContext,
  writer: AnswerWriter,
  { unfound, found = [] }: UnfoundTopics,
  reading: Reading,
): Events {
  for (const { query, report, failure } of unfound)
    if (report === null)
      yield* writer.append(sentence(`I could not look up ${quoteQuery(query)}: ${failure ?? 'the search failed.'}`))
  const empty = unfound.filter(({ report }) => report !== null)
  if (empty.length === 0) return
  yield* writer.append(sentence(noneWords(empty, found, reading)))
  const { from, to, country, outlets, excluded } = reading
  const isLimited = outlets.length > 0 || excluded.length > 0
  const isDated = from !== null || to !== null
  if (!isDated && country === null && !isLimited) {
    const [narrower] = empty.flatMap(({ query }) => narrowerQueries(query, false))
    const wider = narrower === undefined ? 'for a wider term' : `about “${narrower}”`
    yield* writer.append(sentence(`Check the spelling, or ask ${wider}.`))
    return
  }
  const said = new Set<string>()
  for (const topic of empty) yield* writeElsewhere(context, writer, topic, { isDated, isLimited, said })
}

/** That no document is about some topics, and what that leaves to say. */
function noneWords(empty: readonly TopicReport[], found: readonly TopicReport[], reading: Reading): string {
  const queries = empty.flatMap(({ query, insteadOf }) => (insteadOf === undefined ? [query] : [insteadOf, query]))
  const names = joinWithOr(queries.map(quoteQuery))
  const limits = describeLimits(reading)
  const [other, ...others] = found
  if (other !== undefined && others.length === 0)
    return `I found documents about ${quoteQuery(other.query)}${limits}, and none about ${names}.`
  const isDated = reading.from !== null || reading.to !== null
  const heldDocuments = isDated ? Math.max(...empty.map(({ report }) => (report === null ? 0 : heldOf(report)))) : 0
  const base =
    heldDocuments === 0 ? '' : `, although the library holds ${countOf(heldDocuments, 'documents')} of those days`
  const unsaid = found.length > 0 ? '' : `, so I cannot say anything about ${unsaidWords(empty, reading)}`
  return `I found no document about ${names}${limits}${base}${unsaid}.`
}

function unsaidWords(empty: readonly TopicReport[], { from, to, country, outlets, excluded }: Reading): string {
  if (from !== null || to !== null) return 'those days'
  if (country !== null || outlets.length > 0 || excluded.length > 0) return 'it there'
  return empty.length === 1 ? 'it' : 'them'
}

function quoteQuery(query: string): string {
  return `“${plainQuery(query)}”`
}

/** Where and when, as it ends a sentence: " in Germany from 1 to 31 May 2012". */
function describeLimits({ from, to, country, outlets, excluded }: Reading): string {
  const sources = outlets.join() === 'news' ? ' in the news' : ` from ${joinWithAnd(outlets)}`
  return [
    country === null ? '' : ` in ${countryLabel(country)}`,
    outlets.length === 0 ? '' : sources,
    excluded.length === 0 ? '' : ` without ${joinWithAnd(excluded)}`,
    describeDays({ from, to }),
  ].join('')
}

function describeDays({ from, to }: ReadDays): string {
  if (from === null && to === null) return ''
  if (from === to) return ` on ${formatPeriod(from, to)}`
  return from === null || to === null ? ` ${formatPeriod(from, to)}` : ` from ${formatPeriod(from, to)}`
}

/** The volume without the days, the country and the sources that had none: an empty period is informative only in comparison. */
async function* writeElsewhere(
  context: CallContext,
  writer: AnswerWriter,
  { query }: TopicReport,
  { isDated, isLimited, said }: { isDated: boolean; isLimited: boolean; said: Set<string> },
): Events {
  const anywhere = yield* readTopic(context, { query, from: null, to: null, country: null })
  const origins = isLimited ? 'sources' : 'countries'
  const elsewhere = isDated ? 'days' : origins
  const lead = `Over all ${elsewhere}, `
  const coverage = isFound(anywhere) ? readCoverage(anywhere.report) : null
  const size =
    isFound(anywhere) && coverage !== null
      ? sizeSentence(
          { report: anywhere.report, name: nameOf(anywhere.report), size: citedVolume(anywhere.report) },
          coverage,
          lead,
        )
      : null
  if (size !== null) yield* writer.append(size)
  // only what was searched to the end can be called empty
  else if (anywhere.report === null || isFound(anywhere) || anywhere.isSearching)
    yield* writer.append(sentence(`Other ${elsewhere} could not be counted just now.`))
  else {
    const nowhere = 'Nor does the library hold one of any other day, country or source.'
    if (!said.has(nowhere)) yield* writer.append(sentence(nowhere))
    said.add(nowhere)
  }
  const uncovered = isDated && isFound(anywhere) && coverage?.parts.length === 0 ? findUncovered(anywhere) : undefined
  // days that are not covered are so for each of several topics
  if (uncovered === undefined || said.has(uncovered.text)) return
  said.add(uncovered.text)
  yield* writer.append(uncovered)
}

/** Why a question is declined, and what can be asked instead. */
const refusals: Readonly<Partial<Record<Reading['answer'], string>>> = {
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

/** Questions that get no figures either: beside an accusation they would read as evidence of it. */
const closedAnswers: ReadonlySet<string> = new Set(['private-person', 'injection', 'causal-guilt'])

/** Declines in a sentence, and says of the topics of the question how much is written; a tone beside "is it safe" would read as the answer. */
export async function* writeRefusal(
  context: CallContext,
  writer: AnswerWriter,
  { message }: AnalystRequest,
  reading: Reading,
): Events {
  const isMedical = reading.answer === 'medical'
  const named = namedInRefusal(message, reading)
  const queries = closedAnswers.has(reading.answer) ? [] : named
  yield {
    type: 'understanding',
    understanding: toUnderstanding({ ...reading, wants: [], unread: [] }, [], ['nothing that documents can answer']),
  }
  const [text, offer] = splitOffer(refusals[reading.answer] ?? refusal)
  // how much is written is not offered where it is given
  const isGiven = offer.includes('how much is written')
  const found: FoundTopic[] = []
  for (const query of queries) {
    const topics = [yield* readTopic(context, { ...reading, query })]
    yield* correctTopics(context, topics, { ...reading, queries: [query], topicFrom: 'message' }, message)
    found.push(...topics.filter(isFound))
  }
  yield* writer.appendMarkdown(`${text}${isMedical ? urgent : ''}${found.length > 0 && isGiven ? '' : offer}`)
  for (const { report, query } of found) {
    const topic = { report, name: nameTopic(query, plainQuery(report.query.subject ?? report.query.title)) }
    const size = sizeSentence({ ...topic, size: citedVolume(report) }, readCoverage(report))
    if (size !== null) yield* writer.append(size)
  }
  const offered = reading.answer === 'causal-guilt' ? named : queries
  const followUps = (found.length > 0 ? found : offered.map((query) => ({ query }))).map(({ query }): FollowUp => {
    const topic = plainQuery(query)
    return { label: `What is written about ${topic}?`, message: `What is written about “${topic}”?` }
  })
  if (followUps.length > 0) yield { type: 'follow-ups', followUps }
}

/** The topics of a question that is declined: of one for health the first, as "fluoride" of "fluoride in drinking water". */
function namedInRefusal(message: string, { answer, queries }: Reading): readonly string[] {
  if (answer !== 'medical') return queries.slice(0, 2)
  const topic = queries[0] ?? healthTopic(message)
  return topic === null ? [] : [topic]
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

export async function* writeHelp(writer: AnswerWriter, reading: Reading): Events {
  yield { type: 'understanding', understanding: toUnderstanding(reading, []) }
  yield* writer.appendMarkdown(
    'I answer questions about topics from the documents of your library, and show what each number stands on. Ask how much is said about something, what changed and when, in what tone, by whom, where, or how two topics compare; name days if you want, such as “in Q3 2016” or “since last summer”. I can also save an answer as a report, add a signal to a portfolio, send it to a colleague or watch it, after your yes.',
  )
  yield { type: 'follow-ups', followUps: [{ label: 'What is rising?', message: 'What is rising?' }] }
}

/** What a message asks beside that which is declined: "can I sue him, and what do people say". Null where it asks nothing else. */
export function readTalkBeside(message: string, reading: Reading): { message: string; reading: Reading } | null {
  const isClosed = closedAnswers.has(reading.answer)
  const talk = splitClauses(message).find(({ kind, text }) => kind === 'ask' && asksForOpinions(text))
  if (isClosed || talk === undefined || talk.text.trim() === message.trim() || reading.queries.length === 0) return null
  return {
    message: talk.text.trim(),
    reading: {
      ...reading,
      // what is declined is no word of what is told
      qualifiers: (reading.qualifiers ?? []).filter(({ words }) =>
        splitClauses(message).every((one) => one.kind !== 'ask' || one.text === talk.text || !one.text.includes(words)),
      ),
      task: 'report',
      answer: 'yes',
      wants: ['quotes'],
      mainWant: 'quotes',
      topicFrom: 'message',
      outlets: reading.outlets.filter((one) => talk.text.toLowerCase().includes(one.toLowerCase())),
    },
  }
}

/** Answers that a question for advice may have: another one is declined for a reason of its own. */
const adviceAnswers: ReadonlySet<Reading['answer']> = new Set(['yes', 'advice', 'off-topic', 'not-held', 'no-topic'])
/** With fewer documents nobody is said to have written about it. */
const minWritten = 5

/** "What's a good way to learn calculus": what people wrote about it, where the library has some of it. */
export async function* asPeopleWrote(
  context: CallContext,
  { message }: AnalystRequest,
  reading: Reading,
): AsyncGenerator<AnalystEvent, Reading> {
  const text = askedPart(toPlainText(message))
  const isAdvice = adviceAnswers.has(reading.answer) && asksForAdvice(text) && reading.language === null
  if (!isAdvice || asksForHealth(text) || asksForUnlawful(text)) return reading
  const named = reading.queries[0] ?? topicOfWords(text, [])
  const [query] = named === null ? [] : namesAsMeant(text, [named])
  if (query === undefined) return reading
  const { from, to, country, outlets, excluded } = reading
  const counts = yield* countWordings(context, [query], { from, to, country, outlets, excluded })
  if ((counts.get(query) ?? 0) < minWritten) return reading
  const wants = { wants: ['quotes'], mainWant: 'quotes' } as const
  return { ...reading, ...wants, task: 'report', answer: 'advice', queries: [query], topicFrom: 'message' }
}

/** Declines one part of a message. */
export function* writeDeclined(writer: AnswerWriter, { answer }: Reading): Generator<AnalystEvent, void> {
  const [text] = splitOffer(refusals[answer] ?? refusal)
  yield* writer.appendMarkdown(`${text}${answer === 'medical' ? urgent : ''}`)
}
