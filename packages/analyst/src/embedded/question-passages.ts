import { clearTone } from '@auspex/analytics'
import type { PublishedDocument } from '@auspex/sdk/types'
import { listDocumentsTool } from '@auspex/tools'
import type { AnalystEvent } from '../analyst.port.ts'
import { isMangled } from '../answer/sentence.ts'
import { type CallContext, callTool } from '../call-tool.ts'
import { dateClass } from '../understand/period-words.ts'
import { hasQualifier, isIdle, type Qualifier, toQualifier } from '../understand/qualifiers.ts'
import { findWordKind, foldWord, splitQuestion } from '../understand/reader/question-words.ts'
import { stemOf } from '../understand/wordings.ts'
import {
  causes,
  chooseVaried,
  distinctStories,
  isFoul,
  namesTopic,
  type Passage,
  readPassages,
  topicWordsOf,
  wordsOf,
} from './passages.ts'
import type { AnswerTopic } from './report-sentences.ts'
import { findSignal } from './topic-report.ts'

/** What the passages are quoted for: what people think, why something is so, or what there is to know. */
export type PassagePurpose = 'opinion' | 'cause' | 'fact'

/** A word of a question beside its topic. It ranks passages and is required of none, so that a wrong one does little harm. */
interface Term {
  readonly qualifier: Qualifier
  readonly weight: number
  /** Whether the question surely is about it, and not said around it. */
  readonly isSure: boolean
}

/** The passages of a topic that say most of what a question asks. */
export interface QuestionPassages {
  readonly passages: readonly Passage[]
  /** The documents that were looked at, those nearest to the question first. */
  readonly documents: readonly PublishedDocument[]
  /** Whether the question says anything beside its topic. */
  readonly hasTerms: boolean
  readonly failure: string | null
}

const maxTerms = 6
/** A query with more alternatives finds anything. */
const maxSearched = 4
/** As many as a tool lists at once. */
const listLimit = 50
/** The texts of so many are read for sentences. */
const readTexts = 24
/** What a word counts that may only be said around the question. */
const unsure = 0.4
const [nameWeight, unknownWeight] = [2.2, 2]
/** Weights by how rare a word is in English, from the commonest to those of no list. */
const bandWeights: Readonly<Record<number, number>> = { 2: 1, 3: 1.3, 4: 1.6, 5: 1.8, 6: 2 }

/** The words of a question beside the topic, those that say most first. */
export function termsOf({ words, reading, narrowing, query }: AnswerTopic, topicWords: readonly string[]): Term[] {
  const sure = reading.qualifiers ?? narrowing?.used ?? []
  const terms: Term[] = sure.map((qualifier) => ({
    qualifier,
    weight: qualifier.isName ? nameWeight : weightOf(qualifier.words.split(/[ -]/u).map(foldWord)),
    isSure: true,
  }))
  const taken = [query, ...reading.queries, ...reading.outlets, ...reading.places, ...reading.excluded]
    .flatMap(wordsOf)
    .concat(topicWords)
  const isTaken = (word: string) =>
    taken.some((one) => one === word || stemOf(one) === stemOf(word)) ||
    terms.some(({ qualifier }) => wordsOf(qualifier.words).some((one) => stemOf(one) === stemOf(word)))
  splitQuestion(words).forEach(({ text, folded }, at) => {
    if (!/^\p{L}[\p{L}\p{N}-]{2,}$/u.test(text) || isIdle(folded) || dateClass(folded) !== null || isTaken(folded))
      return
    const isName = at > 0 && /^\p{Lu}\p{Ll}/u.test(text)
    const weight = isName ? nameWeight : weightOf([folded])
    if (weight > 0) terms.push({ qualifier: toQualifier(text), weight: unsure * weight, isSure: false })
  })
  return terms.toSorted((a, b) => b.weight - a.weight).slice(0, maxTerms)
}

function weightOf(folded: readonly string[]): number {
  return Math.max(
    ...folded.map((word) => {
      const kind = findWordKind(word)
      return kind === null ? unknownWeight : (bandWeights[kind.band] ?? 0)
    }),
  )
}

/** The share of the terms' weight that a text has. */
function coverageOf(text: string, terms: readonly Term[]): number {
  const all = terms.reduce((sum, { weight }) => sum + weight, 0)
  if (all === 0) return 0
  return terms.reduce((sum, { qualifier, weight }) => sum + (hasQualifier(text, qualifier) ? weight : 0), 0) / all
}

/** What people write around what they have to say. */
const around =
  /\b(?:edit|update|upvot\p{L}*|subreddit|r\/|ama|iama|check out|giveaway|sale|deals?|promo|video|link|pics?|pictures?|photos?|x-?post|help|anyone|please|thanks|hello|hey|sorry|disclaimer|tl;?dr|reddit)\b/iu
/** The part of a sentence in which its subject stands. */
const earlyPart = 0.35
const usualLength = 100

/** What says whether an editor would quote a passage as an answer, in the order of `passageWeights`. */
function measurePassage(
  { text, document, field }: Pick<Passage, 'text' | 'document' | 'field'>,
  terms: readonly Term[],
  topicWords: readonly string[],
  purpose: PassagePurpose,
): number[] {
  const [first = ''] = topicWords
  const at = text.toLowerCase().indexOf(first.replace('*', ''))
  const share = (pattern: RegExp, whole: number) => (text.match(pattern)?.length ?? 0) / Math.max(whole, 1)
  const tone = purpose === 'opinion' ? Math.abs(clearTone(text, { style: 'post', without: new Set(topicWords) })) : 0
  return [
    coverageOf(text, terms),
    Number(namesTopic(text, topicWords)),
    Number(at >= 0 && at < text.length * earlyPart),
    Number(namesTopic(document.title, topicWords)),
    Number(field === 'title'),
    tone,
    Number(causes.test(text)),
    Math.log(text.length / usualLength),
    Number(around.test(text)),
    share(/\d/gu, text.length),
    share(/\b\p{Lu}{3,}\b/gu, wordsOf(text).length),
  ]
}

/**
 * Weights of the measures, in their order, and the bias of a logistic regression on 1,130 passages of 108 questions that editors marked, none of them one
 * that judges (scripts/lab/eval/zeus/learn-passages.ts). Of 88 questions with a passage worth quoting, and for a model that had not seen the question, the
 * first passage was to be quoted as it stands for 34 %, and at least on the matter for 75 % (by rules before: 25 and 51 %).
 */
const passageWeights = [1.22, 0.97, 0.68, 0.86, -0.14, 0.78, 0.65, 0.6, -0.71, -4.8, -1.3]
const passageBias = -2.94

/** The log odds that an editor would quote a passage as an answer. */
function relevanceOf(...passage: Parameters<typeof measurePassage>): number {
  return measurePassage(...passage).reduce((sum, value, at) => sum + value * (passageWeights[at] ?? 0), passageBias)
}

/** Words of somebody who judges, and not only reports. */
const judgement =
  /\b(?:I(?:['’](?:m|ve|d))? (?:\p{L}+ ){0,2}?(?:lov\p{L}+|lik(?:e|ed)|hat(?:e|ed)|dislik\p{L}+|think|thought|believe|feel|felt|prefer\p{L}*|miss(?:ed)?|wish|enjoy\p{L}*|trust|refuse|switched|stopped|quit|regret\p{L}*|fed up|tired|sick|glad|sad(?:dened)?|happy|angry|disappointed|impressed|frustrated)|(?:is|are|was|were|be|been|seems?|feels?|looks?|['’]s) (?:\p{L}+ ){0,2}?(?:great|good|bad|terrible|awful|awesome|horrible|dumb|better|worse|best|worst|useless|useful|amazing|beautiful|ugly|slow|fast|overrated|wreck|disaster|mess|joke|waste|fantastic|stupid|annoying|garbage|shame|wrong|evil|greedy|expensive|cheap|easy|hard|broken|buggy|boring|fun|ridiculous|excellent|perfect|confusing)|criticism|complain\p{L}*|frustrat\p{L}*|disappoint\p{L}*|outrage\p{L}*|backlash|rants?|my (?:favou?rite|biggest|only|problem|complaint|gripe)|thanks? to|(?:the )?(?:problem|trouble|best part|worst part|beauty) (?:with|of|is))\b/iu
/** Words of instructions, offers and conditions of use, which are nobody's opinion. */
const notice =
  /\b(?:click|press|go to|scroll|download\p{L}*|upgrade key|redeem|coupon|the undersigned|terms of (?:use|service)|you may not|heads up|step \d|first time (?:reading|posting)|thought I['’]d|I['’]ll be (?:posting|giving)|for sale|now available|episode \d+)\b/iu
const [judgementWeight, noticeWeight] = [0.9, -1.2]

/** The relevance of a passage for its purpose: as an opinion editors quote those who judge. */
export function strengthFor(...passage: Parameters<typeof measurePassage>): number {
  const [{ text }, , , purpose] = passage
  const gain = (judgement.test(text) ? judgementWeight : 0) + (notice.test(text) ? noticeWeight : 0)
  return relevanceOf(...passage) + (purpose === 'opinion' ? gain : 0)
}

/** Log odds below which the best passage is none, and those after it are left out: chances of a fifth and of a quarter. */
const [leastOdds, leastFurther] = [Math.log(0.2 / 0.8), Math.log(0.25 / 0.75)]

/** A topic in the documents that have at least one of some words. */
function withAny(subject: string, terms: readonly Term[]): string {
  const name = subject.includes(' ') && !/["()]|\bAND\b|\bOR\b|\bnear\/\d/u.test(subject) ? `"${subject}"` : subject
  const base = /\bOR\b/u.test(subject) && !subject.startsWith('(') ? `(${name})` : name
  return `${base} AND (${terms.flatMap(({ qualifier }) => qualifier.forms).join(' OR ')})`
}

/** What is looked for: a topic and the words of the question, by which documents and sentences are ranked. */
interface PassageSearch {
  readonly topic: AnswerTopic
  readonly purpose: PassagePurpose
  /** The topic as a whole, without what the question says beside it. */
  readonly subject: string
  readonly topicWords: readonly string[]
  readonly terms: readonly Term[]
}

/** A document in the list of a signal: the topic itself, or one of its words beside it. */
interface FoundDocument {
  readonly signalId: string
  readonly document: PublishedDocument
}

/** Looks for the passages that a question asks for, in the documents that have its words and in those that are most discussed. */
export async function* findPassages(
  context: CallContext,
  topic: AnswerTopic,
  { purpose, count }: { purpose: PassagePurpose; count: number },
): AsyncGenerator<AnalystEvent, QuestionPassages> {
  const subject = topic.narrowing?.subject ?? topic.query
  const topicWords = topicWordsOf(subject)
  const search: PassageSearch = { topic, purpose, subject, topicWords, terms: termsOf(topic, topicWords) }
  const signals = yield* findSignals(context, search)
  const { found, failure } = yield* listFound(context, search, signals)
  const stories = rankStories(found, search)
  const candidates: Omit<Passage, 'strength'>[] = []
  for (const signalId of signals) {
    const own = stories.slice(0, readTexts).filter((one) => one.signalId === signalId)
    const documents = own.map(({ document }) => document)
    if (own.length > 0) candidates.push(...(yield* readPassages(context, signalId, documents)))
  }
  return {
    passages: chooseVaried(quotable(candidates, search), subject, count, (text) => distinctionOf(text, search)),
    documents: stories.map(({ document }) => document),
    hasTerms: search.terms.some(({ isSure }) => isSure),
    failure,
  }
}

/** The signals whose documents are listed: of the question's words where the topic is too large, of the whole where a part of it is small, and the topic's own. */
async function* findSignals(
  context: CallContext,
  { topic, subject, terms }: PassageSearch,
): AsyncGenerator<AnalystEvent, string[]> {
  const { from, to, country, outlets, excluded } = topic.reading
  const whole = topic.narrowing?.total ?? topic.report.counts.documents
  const isPart = (topic.narrowing?.used.length ?? 0) > 0
  const queries = [
    ...(terms.length > 0 && whole > listLimit ? [withAny(subject, terms.slice(0, maxSearched))] : []),
    ...(isPart && whole <= listLimit ? [subject] : []),
  ]
  const signals: string[] = []
  for (const query of queries) {
    const found = yield* findSignal(context, { query, from, to, country, outlets, excluded })
    if (found !== null && found !== topic.signalId) signals.push(found)
  }
  return [...signals, topic.signalId]
}

/** The most discussed documents of some signals, each once. */
async function* listFound(
  context: CallContext,
  { topic, purpose, terms }: PassageSearch,
  signals: readonly string[],
): AsyncGenerator<AnalystEvent, { found: (FoundDocument & { readonly place: number })[]; failure: string | null }> {
  // what is liked or not stands in documents of a clear tone, whatever else is discussed most
  const tones = purpose === 'opinion' && terms.every(({ isSure }) => !isSure) ? (['positive', 'negative'] as const) : []
  const requests = [
    ...tones.map((tone) => ({ signalId: topic.signalId, tone })),
    ...signals.map((signalId) => ({ signalId })),
  ]
  const lists = requests.map(async (request) => ({
    signalId: request.signalId,
    called: await callTool(
      context,
      listDocumentsTool,
      { ...request, sort: 'engagement' as const, limit: listLimit },
      ({ page }) => `${(page.total ?? 0).toLocaleString('en')} documents.`,
    ),
  }))
  for (const one of lists) one.catch(() => {}) // the rejection is handled where it is awaited
  const found: (FoundDocument & { readonly place: number })[] = []
  let failure: string | null = null
  for (const list of lists) {
    const { signalId, called } = await list
    yield* called.events
    if (called.outcome.status === 'failed') {
      failure = called.outcome.sentence
      continue
    }
    const known = new Set(found.map(({ document }) => document.id))
    const documents = called.outcome.output.items.filter(({ id }) => !known.has(id))
    found.push(...documents.map((document, place) => ({ signalId, document, place })))
  }
  return { found, failure }
}

/** Each story once, those nearest to the question first. */
function rankStories(
  found: readonly (FoundDocument & { readonly place: number })[],
  { purpose, subject, topicWords, terms }: PassageSearch,
): FoundDocument[] {
  // a link has a title alone: what somebody thinks stands in a text
  const ofText = purpose === 'fact' ? 0.3 : 1.2
  const nearness = ({ title, snippet }: PublishedDocument) =>
    2 * coverageOf(title, terms) +
    2 * coverageOf(`${title} ${snippet ?? ''}`, terms) +
    (namesTopic(title, topicWords) ? 1 : 0) +
    (snippet === null ? 0 : ofText)
  const ranked = found
    .map((one) => ({ ...one, value: nearness(one.document) - one.place / (2 * listLimit) }))
    .toSorted((a, b) => b.value - a.value)
  return distinctStories(
    ranked.map((one) => ({ ...one, storyCluster: one.document.storyCluster, title: one.document.title })),
    subject,
  )
}

/** The passages on the matter that are likely enough to be quoted, with their strength. */
function quotable(candidates: readonly Omit<Passage, 'strength'>[], search: PassageSearch): Passage[] {
  const { purpose, topicWords, terms } = search
  const sure = terms.filter(({ isSure }) => isSure)
  const judged = candidates
    .filter(({ text, document }) => !isMangled(document) && !isFoul(text))
    .map((passage): Passage => ({ ...passage, strength: strengthFor(passage, terms, topicWords, purpose) }))
    .filter(({ text, document }) => {
      // a sentence that does not name the topic is about it where the title does and what is asked about stands in it
      const isOnTopic =
        namesTopic(text, topicWords) || (namesTopic(document.title, topicWords) && coverageOf(text, sure) > 0)
      return isOnTopic && (sure.length === 0 || coverageOf(`${document.title} ${text}`, sure) > 0)
    })
  const [best] = judged.toSorted((a, b) => b.strength - a.strength)
  if (best === undefined || best.strength < leastOdds) return []
  return judged.filter((passage) => passage === best || passage.strength >= leastFurther)
}

/** What sets passages apart from each other: the side that they take, or where none is asked for their length. */
function distinctionOf(text: string, { purpose, topicWords }: PassageSearch): number {
  return purpose === 'opinion' ? clearTone(text, { style: 'post', without: new Set(topicWords) }) : text.length
}
