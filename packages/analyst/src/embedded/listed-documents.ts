import { formatDay } from '@auspex/analytics/claims'
import { listDocumentsTool } from '@auspex/tools'
import type { AnalystEvent } from '../analyst.port.ts'
import { type AnswerWriter, writeLines } from '../answer/answer-writer.ts'
import {
  citedTitle,
  type CitedWords,
  type Ground,
  isMangled,
  outletName,
  documentParts,
  listParts,
  type Sentence,
  sentence,
  withCapital,
  withLead,
} from '../answer/sentence.ts'
import type { PublishedDocument } from '@auspex/sdk/types'
import { asksForMostDiscussed, maxListed, readCount, readWholeCount } from '../understand/wishes.ts'
import { countOf } from './coverage.ts'
import { daysWords } from './figure-sentences.ts'
import {
  citedPassage,
  distinctStories,
  fewEnoughToName,
  isFoul,
  namesTopic,
  type Passage,
  readPassages,
  topicWordsOf,
} from './passages.ts'
import type { AnswerTopic } from './report-sentences.ts'
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

async function* findFirstMentions(
  context: CallContext,
  { signalId, query, name = plainQuery(query) }: SearchedTopic,
  limit: number,
): AsyncGenerator<AnalystEvent, FirstMention[]> {
  const { outcome, events } = await callTool(
    context,
    listDocumentsTool,
    { signalId, sort: 'oldest', limit },
    () => 'The first documents.',
  )
  yield* events
  const items = outcome.status === 'ok' ? outcome.output.items : []
  return distinctStories(items, query).map(({ id: documentId, title, outlet, author, publishedAt }) => ({
    topic: name,
    outlet: outletName(outlet),
    author,
    publishedAt,
    title: citedTitle({ documentId, title }),
  }))
}

/** The first of several topics by their oldest documents, then the others. */
function firstMentionSentence({ topic, outlet, publishedAt, title }: FirstMention, place: number): Sentence {
  const lead = place === 0 ? `${topic} came first: its oldest document` : `The oldest on ${topic}`
  return withCapital(sentence(`${lead} is from ${formatDay(publishedAt)}, in ${outlet}: “`, title, '”.'))
}

export async function* firstSentences(
  context: CallContext,
  topic: SearchedTopic & { readonly from?: string | null; readonly to?: string | null },
): AsyncGenerator<AnalystEvent, Sentence[]> {
  const { from = null, to = null } = topic
  const days = from === null && to === null ? '' : ` ${daysWords({ from, to })}`
  const [first, ...later] = yield* findFirstMentions(context, topic, earliestRead)
  if (first === undefined) return []
  const next = later.slice(0, nextNamed).filter(({ title }) => title.text !== '')
  return [
    sentence(
      `The first mention of ${first.topic}${days} that your library holds is from ${formatDay(first.publishedAt)}, ${first.author === null ? '' : `by ${first.author} `}in ${first.outlet}: “`,
      first.title,
      '”. An earlier one may stand elsewhere.',
    ),
    ...(next.length === 0
      ? []
      : [
          sentence(
            'After it came ',
            ...listParts(
              next.map(({ title, outlet, publishedAt }) => ['“', title, `” (${outlet}, ${formatDay(publishedAt)})`]),
            ),
            '.',
          ),
        ]),
  ]
}

/** How many of the oldest documents are read for the first ones, and how many are named after the first. */
const [earliestRead, nextNamed] = [6, 2]

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
    const [mention] = yield* findFirstMentions(context, topic, 1)
    if (mention !== undefined) mentions.push(mention)
  }
  const inOrder = mentions.toSorted((a, b) => a.publishedAt.localeCompare(b.publishedAt))
  for (const [place, mention] of inOrder.entries()) yield* writer.append(firstMentionSentence(mention, place))
  if (inOrder.length > 0) yield* writer.append(sentence('Earlier ones may stand outside your library.'))
}

/** Number of documents read for each of the listed ones: copies of one article follow each other. */
const fetchedForEach = 10
/** A tool lists no more at once. */
const maxFetched = 50
const maxPages = 3
const defaultListed = 5

/** Which documents of a topic are listed. */
interface ListForm {
  readonly count: number
  readonly sort: 'oldest' | 'engagement' | 'newest'
  /** The last day of the documents that are read; all days where it is missing. */
  readonly until?: string
}

/** What was read for a list. */
interface DocumentList {
  readonly listedDocuments: readonly PublishedDocument[]
  readonly fetchedCount: number
  /** How many of the fetched ones have a readable title. */
  readonly titledCount: number
  /** How many the library holds, fetched or not. */
  readonly heldCount: number
  readonly failure: string | null
}

/** The documents that a question asks for, each story once: the newest, or of posts the most discussed where the best are asked for. */
export async function* listedSentences(
  context: CallContext,
  topic: AnswerTopic,
): AsyncGenerator<AnalystEvent, { items: Sentence[]; note: Sentence | null }> {
  const wanted = readWholeCount(topic.words, topic.reading.queries)
  const form = { count: Math.min(wanted ?? defaultListed, maxListed), sort: sortOf(topic), wanted }
  const list = yield* readList(context, topic, form)
  const mentions = yield* findMentions(context, topic, list.listedDocuments)
  return {
    items: list.listedDocuments.map((document) => {
      const title = documentParts(document, reactionWords(document.engagement ?? null, topic.words))
      const mention = mentions.get(document.id)
      return sentence(...title, ...(mention === undefined ? [] : [': “', citedPassage(mention), '”']))
    }),
    note: noteOfList(topic, form, list),
  }
}

/** What documents say of a topic that their titles do not name: without it a reader cannot tell why they are listed. */
async function* findMentions(
  context: CallContext,
  { signalId, query, narrowing }: AnswerTopic,
  documents: readonly PublishedDocument[],
): AsyncGenerator<AnalystEvent, ReadonlyMap<string, Omit<Passage, 'strength'>>> {
  const topicWords = topicWordsOf(narrowing?.subject ?? query)
  const untitled = documents.filter(({ title }) => !namesTopic(title, topicWords))
  const mentions = new Map<string, Omit<Passage, 'strength'>>()
  for (const passage of yield* readPassages(context, signalId, untitled))
    if (!mentions.has(passage.document.id) && !isFoul(passage.text) && namesTopic(passage.text, topicWords))
      mentions.set(passage.document.id, passage)
  return mentions
}

function sortOf({ words, reading, coverage }: AnswerTopic): ListForm['sort'] {
  if (/\b(?:oldest|earliest|chronological\p{L}*|first ones?)\b/iu.test(words)) return 'oldest'
  return asksForMostDiscussed(words, reading.queries) ? bestSort(coverage) : 'newest'
}

/** Articles have nothing by which they could be ranked. */
function bestSort({ noun }: AnswerTopic['coverage']): ListForm['sort'] {
  return noun === 'articles' ? 'newest' : 'engagement'
}

function orderWords({ sort }: ListForm): string {
  return sort === 'engagement' ? 'most discussed' : sort
}

async function* readList(
  context: CallContext,
  { signalId, query, narrowing }: AnswerTopic,
  form: ListForm,
): AsyncGenerator<AnalystEvent, DocumentList> {
  const { count, sort, until } = form
  const fetchedDocuments: PublishedDocument[] = []
  const titled = () => fetchedDocuments.filter((one) => one.title.trim() !== '' && !isMangled(one))
  const stories = () => distinctStories(titled(), query)
  const input = {
    signalId,
    sort,
    limit: Math.min(maxFetched, count * fetchedForEach),
  }
  let heldCount = 0
  let failure: string | null = null
  for (let page = 1; page <= maxPages && stories().length < count; page += 1) {
    const { outcome, events } = await callTool(
      context,
      listDocumentsTool,
      { ...input, page, ...(until !== undefined && { to: until }) },
      (list) => `The ${orderWords(form)} of ${(list.page.total ?? 0).toLocaleString('en')} documents.`,
    )
    yield* events
    if (outcome.status === 'failed') failure = outcome.sentence
    if (outcome.status === 'failed' || outcome.output.items.length === 0) break
    heldCount = outcome.output.page.total ?? heldCount
    fetchedDocuments.push(...outcome.output.items)
    if (fetchedDocuments.length >= heldCount) break
  }
  // a document may mention the topic and be about something else: those that name it in their titles come before
  const topicWords = topicWordsOf(narrowing?.subject ?? query)
  const named = stories().filter(({ title }) => namesTopic(title, topicWords))
  const others = stories().filter((one) => !named.includes(one))
  const chosen = new Set([...named, ...others].slice(0, count))
  const listedDocuments = stories().filter((one) => chosen.has(one))
  return { listedDocuments, fetchedCount: fetchedDocuments.length, titledCount: titled().length, heldCount, failure }
}

/** Why there are no more documents in a list, or in which order they are; null where there is nothing to say. */
function noteOfList(
  { coverage, name }: AnswerTopic,
  form: ListForm & { readonly wanted: number | null },
  { listedDocuments, fetchedCount, titledCount, heldCount, failure }: DocumentList,
): Sentence | null {
  const { wanted, count } = form
  const listedCount = listedDocuments.length
  if (listedCount === 0)
    return sentence(
      failure === null
        ? `No ${coverage.noun.replace(/s$/u, '')} on ${name} can be listed.`
        : `The ${coverage.noun} on ${name} could not be read: ${failure}`,
    )
  if (wanted !== null && listedCount < count) {
    const among = fetchedCount < heldCount ? ` among the ${orderWords(form)} ${fetchedCount.toLocaleString('en')}` : ''
    const others = leftOut(listedCount, fetchedCount, titledCount)
    return sentence(`${allListed(listedCount, titledCount)}${among}${others}.`)
  }
  if (listedCount === 1) return null
  const limit = (wanted ?? 0) > maxListed ? `; an answer lists ${maxListed} at most` : ''
  return sentence(`The ${orderWords(form)} come first${limit}.`)
}

const asksForReactions = /\b(?:scores?|upvotes?|points|karma|(?:most|number of|how many) (?:comments|replies))\b/iu

/** How many reacted to a document, where a message asks for that: "; 120 points, 34 comments". */
function reactionWords(engagement: PublishedDocument['engagement'], words: string): string {
  if (!asksForReactions.test(words)) return ''
  const counts = [
    ...(engagement?.score == null ? [] : [countOf(engagement.score, 'points')]),
    ...(engagement?.comments == null ? [] : [countOf(engagement.comments, 'comments')]),
  ]
  return counts.length === 0 ? '; no score known' : `; ${counts.join(', ')}`
}

const maxTitles = 3

/** What a handful of documents say, by their titles, where nothing stands out among them. */
export async function* titlesSentence(
  context: CallContext,
  topic: AnswerTopic,
): AsyncGenerator<AnalystEvent, Sentence | null> {
  // documents dated after the last covered day change nothing that is said of the covered ones
  const form = { count: maxTitles, sort: bestSort(topic.coverage), until: topic.report.lastDay }
  const { listedDocuments } = yield* readList(context, topic, form)
  const topicWords = topicWordsOf(topic.query)
  const items = listedDocuments
    .map((document) => documentParts(document))
    // a document may mention the topic and be about something else
    .filter((parts) => namesTopic(sentence(...parts).text, topicWords))
  return items.length === 0 ? null : sentence(`What was written about ${topic.name}: `, ...listParts(items), '.')
}

/** That there are no more than are listed. */
function allListed(listed: number, titled: number): string {
  if (titled === listed) return listed === 1 ? 'This is the only one' : `These are all ${listed}`
  return listed === 1 ? 'This is the only different story' : `These are all ${listed} different stories`
}

/** Why the others that were read are not listed. */
function leftOut(listed: number, read: number, titled: number): string {
  const reasons = [
    ...(titled > listed ? ['the others tell the same with other words'] : []),
    ...(read > titled ? [`${read - titled} more ${read - titled === 1 ? 'has' : 'have'} no readable title`] : []),
  ]
  return reasons.length === 0 ? '' : `: ${reasons.join(', and ')}`
}

/** All documents of a topic that has a handful, by their titles; those that were quoted are known. */
export async function* writeAll(
  context: CallContext,
  writer: AnswerWriter,
  topic: AnswerTopic,
  cited: ReadonlySet<string>,
): Events {
  const { listedDocuments } = yield* readList(context, topic, { count: fewEnoughToName, sort: 'newest' })
  const left = listedDocuments
    .filter(({ id }) => !cited.has(id))
    .map((document) => sentence(...documentParts(document)))
  const [only] = left
  if (only === undefined) return
  const isAll = left.length === topic.report.counts.documents
  // copies, and documents without a readable title, are not named
  const lead = left.length < listedDocuments.length ? `Also on ${topic.name}` : 'By title'
  if (left.length === 1) {
    yield* writer.append(withLead(isAll ? 'It is ' : `${lead}: `, withFullStop(only)))
    return
  }
  yield* writer.append(sentence(`${isAll ? `What there is on ${topic.name}` : lead}:`))
  yield* writeLines(writer, left)
}

function withFullStop({ text, grounds }: Sentence): Sentence {
  return { text: `${text}.`, grounds }
}

/** What a piece of an answer rests on: a document, or a number of a report. */
export function evidenceOf(ground: Ground): string {
  return ground.kind === 'document' ? ground.documentId : `${ground.signalId}/${ground.section}${ground.pointer}`
}

/** How a topic went on: the most discussed document of each of its busiest days, weeks or months, in their order; of fewer than three its first documents. */
export async function* timelineSentences(
  context: CallContext,
  { signalId, query, narrowing, report, words, reading }: AnswerTopic,
): AsyncGenerator<AnalystEvent, Sentence[]> {
  const count = readCount(words, reading.queries) ?? timelineLength
  const busiest = report.volume.points
    .filter(({ documents }) => documents > 0)
    .toSorted((a, b) => b.documents - a.documents)
    .slice(0, count)
    .toSorted((a, b) => a.firstDay.localeCompare(b.firstDay))
  const topicWords = topicWordsOf(narrowing?.subject ?? query)
  const isApart = busiest.length > 2
  const requests = isApart
    ? busiest.map(({ firstDay, lastDay }) => ({
        from: firstDay,
        to: lastDay ?? firstDay,
        sort: 'engagement' as const,
        limit: perPoint,
      }))
    : [{ sort: 'oldest' as const, limit: maxFetched }]
  const lists = requests.map((request) =>
    callTool(context, listDocumentsTool, { signalId, ...request }, () => 'Documents in the order of their days.'),
  )
  for (const one of lists) one.catch(() => {}) // the rejection is handled where it is awaited
  const chosen: PublishedDocument[] = []
  for (const one of lists) {
    const { outcome, events } = await one
    yield* events
    if (outcome.status === 'failed') continue
    const items = outcome.output.items.filter(({ title }) => title.trim() !== '')
    const stories = distinctStories([...chosen, ...items], query).slice(chosen.length)
    const named = stories.filter(({ title }) => namesTopic(title, topicWords))
    chosen.push(...(named.length > 0 ? named : stories).slice(0, isApart ? 1 : count))
  }
  return chosen.map(({ id, title, outlet, publishedAt }) =>
    sentence(`${formatDay(publishedAt)}: “`, citedTitle({ documentId: id, title }), `” (${outletName(outlet)})`),
  )
}

const perPoint = 10
const timelineLength = 6
export const asksForTimeline =
  /\b(?:time ?-?line|chronolog\p{L}*|step by step|(?:day|week|month) by (?:day|week|month)(?! (?:numbers?|counts?|volumes?))|blow by blow)\b/iu
