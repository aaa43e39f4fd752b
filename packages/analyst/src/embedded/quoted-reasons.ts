import { clearTone } from '@auspex/analytics'
import { formatDay, joinWithAnd } from '@auspex/analytics/claims'
import type { PublishedDocument } from '@auspex/sdk/types'
import { listDocumentsTool } from '@auspex/tools'
import type { AnalystEvent } from '../analyst.port.ts'
import {
  type CitedWords,
  documentParts,
  isMangled,
  listParts,
  outletName,
  type Sentence,
  sentence,
} from '../answer/sentence.ts'
import { type CalledTool, type CallContext, callTool } from '../call-tool.ts'
import { asksForRanks, readCount, reasonSides, type Side, withoutTopics } from '../understand/wishes.ts'
import { stemOf } from '../understand/wordings.ts'
import {
  causes,
  chooseStrongest,
  citedPassage,
  distinctiveWords,
  distinctStories,
  hasGround,
  isCommon,
  isFoul,
  isJudged,
  namesTopic,
  type Passage,
  readPassages,
  topicWordsOf,
  wordsOf,
} from './passages.ts'
import { absentOf, countOf, isAboutMissing, orWords } from './coverage.ts'
import { findPassages, type PassagePurpose, strengthFor, termsOf } from './question-passages.ts'
import type { AnswerTopic } from './report-sentences.ts'
import { fewDocuments, findSignal } from './topic-report.ts'

/** As many as a tool lists at once. */
const listLimit = 50
const maxQuotes = 3
const maxExamples = 2

function list(
  context: CallContext,
  signalId: string,
  filters: { tone?: Side; context?: string },
): Promise<CalledTool<{ items: PublishedDocument[]; page: { total: number | null } }>> {
  const input = { signalId, ...filters, sort: 'engagement' as const, limit: listLimit }
  const of = filters.tone === undefined ? '' : ` ${filters.tone}`
  return callTool(
    context,
    listDocumentsTool,
    input,
    ({ page }) => `${(page.total ?? 0).toLocaleString('en')}${of} documents.`,
  ) as Promise<CalledTool<{ items: PublishedDocument[]; page: { total: number | null } }>>
}

function quoteParts(passages: readonly Passage[], isDated: boolean): (string | CitedWords)[] {
  return listParts(
    passages.map((passage) => {
      const { outlet, publishedAt } = passage.document
      const day = isDated && publishedAt !== undefined ? `, ${formatDay(publishedAt)}` : ''
      return ['“', citedPassage(passage), `” (${outletName(outlet)}${day})`]
    }),
  )
}

/** Documents that name the topic in their title are about it. */
function titledFirst(documents: readonly PublishedDocument[], topicWords: readonly string[]): PublishedDocument[] {
  return documents.toSorted((a, b) => Number(namesTopic(b.title, topicWords)) - Number(namesTopic(a.title, topicWords)))
}

/** What those say who like or dislike a topic: their reasons in their words, or that none was found. */
export async function* reasonSentences(
  context: CallContext,
  topic: AnswerTopic,
): AsyncGenerator<AnalystEvent, Sentence[]> {
  const { signalId, reading, words, coverage } = topic
  // a follow-up that names a side wants that one alone
  const latest = reasonSides(reading, topic.message)
  const named = latest.length === 1 ? latest : reasonSides(reading, words)
  const sides: readonly Side[] = named.length > 0 ? named : ['negative', 'positive']
  const pending = sides.map(async (side) => ({ side, called: await list(context, signalId, { tone: side }) }))
  for (const one of pending) one.catch(() => {}) // the rejection is handled where it is awaited
  const sentences: Sentence[] = []
  let isRanked = false
  for (const one of pending) {
    const { side, called } = await one
    yield* called.events
    if (called.outcome.status === 'failed') {
      sentences.push(sentence(`The ${side} ${coverage.noun} could not be read: ${called.outcome.sentence}`))
      continue
    }
    const reasons = yield* findReasons(context, topic, side, called.outcome.output.items)
    const ranked = asksForRanks(words) ? rankedWords(topic, side, called.outcome.output) : null
    isRanked ||= ranked !== null
    sentences.push(...(ranked === null ? [] : [ranked]), ...sideSentences(topic, side, reasons))
  }
  if (isRanked || sentences.some(({ grounds }) => grounds.length > 0)) return sentences
  const { passages } = yield* findPassages(context, topic, { purpose: 'opinion', count: countOfReasons(topic) })
  return passages.length === 0 ? sentences : [sentence(`${wroteOf(passages)}: `, ...quoteParts(passages, true), '.')]
}

function countOfReasons({ words, reading }: AnswerTopic): number {
  return readCount(words, reading.queries) ?? maxQuotes
}

/** What can be quoted of one side; each is empty where the one before says enough. */
interface SideReasons {
  /** Sentences with a reason. */
  readonly chosen: readonly Passage[]
  /** Others that have the side. */
  readonly examples: readonly Passage[]
  readonly titles: readonly (string | CitedWords)[]
}

async function* findReasons(
  context: CallContext,
  topic: AnswerTopic,
  side: Side,
  documents: readonly PublishedDocument[],
): AsyncGenerator<AnalystEvent, SideReasons> {
  const { query, signalId } = topic
  const topicWords = topicWordsOf(topic.narrowing?.subject ?? query)
  const own = titledFirst(distinctStories(documents, query), topicWords)
  const terms = termsOf(topic, topicWords)
  const all = (yield* readPassages(context, signalId, own))
    .filter(({ text }) => !isFoul(text))
    .map((passage): Passage => ({
      ...passage,
      strength: strengthOf(passage.text, topicWords) + strengthFor(passage, terms, topicWords, 'opinion'),
    }))
  const wanted = countOfReasons(topic)
  const passages = all.filter(({ text }) => isJudged(text, topicWords, side) && hasGround(text, topicWords, side))
  const chosen = chooseStrongest(passages, query, wanted)
  // a single reason among many complaints is no picture of them
  if (chosen.length > 1) return { chosen, examples: [], titles: [] }
  const others = all.filter(
    ({ text, document }) =>
      hasSide(text, topicWords, side) && chosen.every((one) => one.document.id !== document.id && one.text !== text),
  )
  const examples = chooseStrongest(others, query, Math.min(maxExamples, wanted - chosen.length))
  if (chosen.length + examples.length > 0) return { chosen, examples, titles: [] }
  const ofSide = own.filter(({ title }) => hasSide(title, topicWords, side))
  return { chosen, examples, titles: titlesOf(ofSide, topicWords) }
}

function sideSentences(topic: AnswerTopic, side: Side, { chosen, examples, titles }: SideReasons): Sentence[] {
  const { name, coverage } = topic
  const none = `No sentence that names ${name} gives a reason. Examples of ${side}`
  if (titles.length > 0) return [sentence(`${none} ${coverage.noun}, by their titles: `, ...titles, '.')]
  if (chosen.length + examples.length === 0)
    return [
      sentence(
        `No reason could be found in the ${side} ${coverage.noun} on ${name}: none of the most discussed gives one in a sentence that names it.`,
      ),
    ]
  const leadOfExamples = chosen.length > 0 ? `Other ${side} ones: ` : `${none} ones: `
  return [
    ...(chosen.length > 0 ? [sentence(leadOf(topic, side, chosen.length), ...quoteParts(chosen, false), '.')] : []),
    ...(examples.length > 0 ? [sentence(leadOfExamples, ...quoteParts(examples, false), '.')] : []),
  ]
}

/** What the most discussed documents of one side speak of most, where a ranking is asked for: reasons themselves cannot be counted. */
function rankedWords(
  { name, query, coverage }: AnswerTopic,
  side: Side,
  { items, page }: { items: readonly PublishedDocument[]; page: { total: number | null } },
): Sentence | null {
  const words = distinctiveWords(items, [], query)
  if (words.length < 2) return null
  const listing = joinWithAnd(words.map(({ word, count }) => `“${word}” (${count})`))
  return sentence(
    `${side === 'positive' ? 'Praise' : 'Complaints'} cannot be ranked by ${side === 'positive' ? 'itself' : 'themselves'}, but words can: in the ${items.length} most discussed of ${countOf(page.total ?? items.length, coverage.noun)} on ${name} that are ${side}, the words that recur are ${listing}.`,
  )
}

/** Whether a sentence that names the topic has the side as a whole. */
function hasSide(text: string, topicWords: readonly string[], side: Side): boolean {
  const tone = clearTone(text, { style: 'post', without: new Set(topicWords) })
  return namesTopic(text, topicWords) && tone === (side === 'positive' ? 1 : -1)
}

/** Titles of documents that name the topic, as examples of their tone. */
function titlesOf(documents: readonly PublishedDocument[], topicWords: readonly string[]): (string | CitedWords)[] {
  return titleParts(
    documents.filter((one) => namesTopic(one.title, topicWords) && !isMangled(one)).slice(0, maxExamples),
  )
}

function titleParts(documents: readonly PublishedDocument[]): (string | CitedWords)[] {
  return listParts(documents.map((document) => documentParts(document)))
}

function leadOf({ name, words }: AnswerTopic, side: Side, count: number): string {
  if (/\barguments?\b/iu.test(words))
    return `${count === 1 ? 'An argument' : 'Arguments'} ${side === 'negative' ? 'against' : 'for'} ${name}: `
  if (side === 'negative')
    return count === 1
      ? `One complaint about ${name}, with its reason: `
      : `Complaints about ${name}, with their reasons: `
  return count === 1 ? `One reason given for liking ${name}: ` : `Reasons given for liking ${name}: `
}

/** A cause says most; then what is concrete. */
function strengthOf(text: string, topicWords: readonly string[]): number {
  const content = wordsOf(text).filter((word) => !topicWords.includes(word) && !isCommon(word)).length
  return (causes.test(text) ? 1 : 0) + Math.min(content, 10) / 5
}

/** The signal whose documents are read for reasons: of the whole topic where hardly any have the words beside it. */
async function* signalToRead(
  context: CallContext,
  { signalId, narrowing, report, reading }: AnswerTopic,
): AsyncGenerator<AnalystEvent, string> {
  const isThin = narrowing !== undefined && narrowing.used.length > 0 && report.counts.documents < fewDocuments
  if (!isThin) return signalId
  return (yield* findSignal(context, { ...reading, query: narrowing.subject })) ?? signalId
}

/** Why something is done or happened, in the words of documents that state a reason; one sentence says that none could be drawn. */
export async function* whySentences(
  context: CallContext,
  topic: AnswerTopic,
): AsyncGenerator<AnalystEvent, Sentence[]> {
  const { query, name, coverage, words } = topic
  const signalId = yield* signalToRead(context, topic)
  const action = actionOf(words)
  const forms = action === null ? [] : formsOf(action)
  const { documents, failure } = yield* listByWord(context, signalId, ['because', ...forms])
  const topicWords = topicWordsOf(topic.narrowing?.subject ?? query)
  const terms = termsOf(topic, topicWords)
  const mentions = (yield* readPassages(context, signalId, distinctStories(titledFirst(documents, topicWords), query)))
    .filter(({ text }) => namesTopic(text, topicWords))
    .map((passage): Passage => ({ ...passage, strength: strengthFor(passage, terms, topicWords, 'cause') }))
  const stem = action === null ? null : stemOf(action)
  const reasons = mentions.filter(({ text }) => givesCause(text, stem))
  const chosen = chooseStrongest(reasons, query, countOfReasons(topic))
  if (chosen.length > 0)
    return [sentence('Reasons that they give, in their words: ', ...quoteParts(chosen, false), '.')]
  const ofAction = mentions.filter(
    ({ text }) => people.test(text) && wordsOf(text).some((word) => forms.includes(word)),
  )
  const examples = chooseStrongest(ofAction, query, maxExamples)
  if (examples.length > 0) {
    const none = `No ${coverage.noun.replace(/s$/u, '')} on ${name} states a reason`
    const lead = examples.length === 1 ? 'One that speaks of it' : 'Those that speak of it'
    return [sentence(`${none}. ${lead}: `, ...quoteParts(examples, true), '.')]
  }
  // what the question says beside the topic is told of, also where nobody says why
  if (failure === null) return yield* quoteSentences(context, topic, 'cause')
  const unread = `${documents.length === 0 ? 'The' : 'Some of the'} ${coverage.noun} on ${name}`
  return [sentence(`${unread} that may give a reason could not be read: ${failure}`)]
}

/** The documents of a signal that have one of some words, each once. */
async function* listByWord(
  context: CallContext,
  signalId: string,
  words: readonly string[],
): AsyncGenerator<AnalystEvent, { documents: PublishedDocument[]; failure: string | null }> {
  const pending = words.map((word) => list(context, signalId, { context: word }))
  for (const one of pending) one.catch(() => {}) // the rejection is handled where it is awaited
  const documents: PublishedDocument[] = []
  let failure: string | null = null
  for (const one of pending) {
    const { outcome, events } = await one
    yield* events
    if (outcome.status === 'failed') failure = outcome.sentence
    else documents.push(...outcome.output.items.filter(({ id }) => documents.every((known) => known.id !== id)))
  }
  return { documents, failure }
}

/** What people do, of which the reasons are asked for: "for quitting it", "why did everybody leave it". */
function actionOf(words: string): string | null {
  const [, gerund, verb] =
    /\breasons?\b.*\bfor (\p{L}{3,}ing)\b|\bwhy (?:did|do|does|are|were) (?:so many )?(?:people|ppl|everybody|everyone|they|users|fans|folks|gamers) (?:all )?(\p{L}{4,})\b/iu.exec(
      words,
    ) ?? []
  const action = gerund ?? verb ?? null
  return action === null || /^(?:hate|love|like|dislike)/iu.test(action) ? null : action.toLowerCase()
}

const people = /\b(?:I|we|my|they|people|users|everyone|everybody|folks)\b/iu

/** Whether a sentence states a cause, after what it is the cause of where that is named. */
function givesCause(text: string, stem: string | null): boolean {
  const at = text.search(causes)
  if (at < 0 || stem === null) return at >= 0
  const named = text.toLowerCase().indexOf(stem)
  return named >= 0 && people.test(text) && (named < at || /^(?:because|since|due)/iu.test(text))
}

function formsOf(action: string): string[] {
  const stem = stemOf(action)
  const irregular = irregularForms.find(([begin]) => action.startsWith(begin))?.[1] ?? []
  return [...new Set([action, ...irregular, stem, `${stem}ed`, `${stem}ing`])].slice(0, 4)
}

const irregularForms: readonly (readonly [begin: string, forms: readonly string[]])[] = [
  ['leav', ['left', 'leaving']],
  ['quit', ['quit', 'quitting']],
]

const opinionWords =
  /\b(?:think|thought|feel|felt|like|love|hate|opinions?|react\p{L}*|experiences?|sa(?:y|id)|make of|made of|view\p{L}*|mood)\b/iu

/** Those who ask how something is liked, or for quotations alone, want opinions. */
function purposeOf({ words, wishes }: AnswerTopic): PassagePurpose {
  const [only, ...others] = wishes
  const isOfTone = wishes.some((wish) => wish === 'tone' || wish === 'tone-change' || wish === 'reasons')
  return isOfTone || (only === 'quotes' && others.length === 0) || opinionWords.test(words) ? 'opinion' : 'fact'
}

/** What was said, in the words of the documents that say most of what the question asks; or what they are, where none of their sentences does. */
export async function* quoteSentences(
  context: CallContext,
  topic: AnswerTopic,
  purpose: PassagePurpose = purposeOf(topic),
): AsyncGenerator<AnalystEvent, Sentence[]> {
  const { name, words, coverage, reading } = topic
  const wanted = readCount(words, reading.queries)
  const count = wanted ?? maxQuotes
  const { passages, documents, hasTerms, failure } = yield* findPassages(context, topic, { purpose, count })
  if (passages.length > 0) {
    const isCause = purpose === 'cause' && passages.every(({ text }) => causes.test(text))
    const lead = isCause ? 'Reasons they give' : wroteOf(passages)
    const quotes = asksForBullets(withoutTopics(words, reading.queries))
      ? passages.map((passage) => sentence(...quoteParts([passage], true)))
      : [sentence(`${lead}: `, ...quoteParts(passages, true), '.')]
    if (passages.length >= (wanted ?? 0)) return quotes
    const few = `No more than ${passages.length} could be quoted: no other sentence is about what you ask.`
    return [...quotes, sentence(few)]
  }
  if (failure !== null) return [sentence(`The ${coverage.noun} on ${name} could not be read: ${failure}`)]
  const topicWords = topicWordsOf(topic.narrowing?.subject ?? topic.query)
  const titles = documents.filter((one) => namesTopic(one.title, topicWords) && !isMangled(one))
  if (titles.length > 0) {
    const nearest = `nearest ${titles.length === 1 ? 'title' : 'titles'}: `
    const unmatched = hasTerms ? `${noneWith(topic)}; the ${nearest}` : 'By their titles: '
    const lead = isAboutMissing(topic) ? `The ${nearest}` : unmatched
    return [sentence(lead, ...titleParts(titles.slice(0, count)), '.')]
  }
  return [
    sentence(`No sentence of the most discussed ${coverage.noun} states anything about ${name} that could be quoted.`),
  ]
}

/** That nothing was found for what the question asks beside the topic. */
function noneWith(topic: AnswerTopic): string {
  const { narrowing, name, coverage } = topic
  const absent = narrowing === undefined ? [] : absentOf(narrowing)
  const single = coverage.noun.replace(/s$/u, '')
  if (absent.length > 0 && narrowing?.used.length === 0)
    return `I found no ${single} on ${name} with ${orWords(absent)}`
  return 'No sentence that I read answers that'
}

/** Whether what is quoted is to stand in lines of its own. */
export function asksForBullets(words: string): boolean {
  return /(?<!\bno )(?<!\bwithout )\bbullet(?:s|ed|ing| ?points?)?\b/iu.test(words)
}

/** Who is quoted: people write posts, and articles say things. */
function wroteOf(passages: readonly Passage[]): string {
  const isOne = passages.length === 1
  if (passages.some(({ document }) => document.kind !== 'article')) return 'People wrote'
  if (passages.every(({ field }) => field === 'title'))
    return isOne ? 'The headline nearest to it' : 'The headlines nearest to it'
  return isOne ? 'One article says' : 'Articles say'
}

/** Rare words of the documents that were read, for a topic to which no word is tied more often than chance explains. */
export async function* frequentWordsSentence(
  context: CallContext,
  topic: AnswerTopic,
  count: number,
): AsyncGenerator<AnalystEvent, Sentence> {
  const { outcome, events } = await list(context, topic.signalId, {})
  yield* events
  if (outcome.status === 'failed')
    return sentence(`The words that come up with ${topic.name} could not be read: ${outcome.sentence}`)
  const { items } = outcome.output
  const words = distinctiveWords(items, [], topic.query)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, count)
  const none = `Hardly any word comes up with ${topic.name} clearly more often than chance explains`
  if (words.length === 0)
    return sentence(`${none}, and the most discussed ${topic.coverage.noun} share none of their own.`)
  const listing = joinWithAnd(words.map(({ word, count: holders }) => `“${word}” (${holders})`))
  return sentence(`${none}; the ${items.length} most discussed ${topic.coverage.noun} have ${listing} most often.`)
}
