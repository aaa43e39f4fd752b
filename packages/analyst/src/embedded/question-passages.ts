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
export function relevanceOf(...passage: Parameters<typeof measurePassage>): number {
  return measurePassage(...passage).reduce((sum, value, at) => sum + value * (passageWeights[at] ?? 0), passageBias)
}

/** Log odds below which the best passage is none, and those after it are left out: chances of a fifth and of a quarter. */
const [leastOdds, leastFurther] = [Math.log(0.2 / 0.8), Math.log(0.25 / 0.75)]

/** A topic in the documents that have at least one of some words. */
function withAny(subject: string, terms: readonly Term[]): string {
  const name = subject.includes(' ') && !/["()]|\bAND\b|\bOR\b|\bnear\/\d/u.test(subject) ? `"${subject}"` : subject
  const base = /\bOR\b/u.test(subject) && !subject.startsWith('(') ? `(${name})` : name
  return `${base} AND (${terms.flatMap(({ qualifier }) => qualifier.forms).join(' OR ')})`
}

interface ListedDocuments {
  readonly signalId: string
  readonly items: readonly PublishedDocument[]
}

/** Looks for the passages that a question asks for, in the documents that have its words and in those that are most discussed. */
export async function* findPassages(
  context: CallContext,
  topic: AnswerTopic,
  { purpose, count }: { purpose: PassagePurpose; count: number },
): AsyncGenerator<AnalystEvent, QuestionPassages> {
  const subject = topic.narrowing?.subject ?? topic.query
  const topicWords = topicWordsOf(subject)
  const terms = termsOf(topic, topicWords)
  const { from, to, country, outlets, excluded } = topic.reading
  const whole = topic.narrowing?.total ?? topic.report.counts.documents
  const signals: string[] = []
  if (terms.length > 0 && whole > listLimit) {
    const request = { query: withAny(subject, terms.slice(0, maxSearched)), from, to, country, outlets, excluded }
    const found = yield* findSignal(context, request)
    if (found !== null && found !== topic.signalId) signals.push(found)
  }
  if ((topic.narrowing?.used.length ?? 0) > 0 && whole <= listLimit) {
    const found = yield* findSignal(context, { query: subject, from, to, country, outlets, excluded })
    if (found !== null && found !== topic.signalId) signals.push(found)
  }
  signals.push(topic.signalId)
  // what is liked or not stands in documents of a clear tone, whatever else is discussed most
  const tones = purpose === 'opinion' && terms.every(({ isSure }) => !isSure) ? (['positive', 'negative'] as const) : []
  const requests = [
    ...tones.map((tone) => ({ signalId: topic.signalId, tone })),
    ...signals.map((signalId) => ({ signalId })),
  ]
  const lists = requests.map((request) =>
    callTool(
      context,
      listDocumentsTool,
      { ...request, sort: 'engagement' as const, limit: listLimit },
      ({ page }) => `${(page.total ?? 0).toLocaleString('en')} documents.`,
    ),
  )
  for (const one of lists) one.catch(() => {}) // the rejection is handled where it is awaited
  const listed: ListedDocuments[] = []
  let failure: string | null = null
  for (const [at, list] of lists.entries()) {
    const { outcome, events } = await list
    yield* events
    if (outcome.status === 'failed') failure = outcome.sentence
    else {
      const known = listed.flatMap(({ items }) => items.map(({ id }) => id))
      const items = outcome.output.items
      listed.push({
        signalId: requests[at]?.signalId ?? topic.signalId,
        items: items.filter(({ id }) => !known.includes(id)),
      })
    }
  }
  const nearness = ({ title, snippet }: PublishedDocument) =>
    2 * coverageOf(title, terms) +
    2 * coverageOf(`${title} ${snippet ?? ''}`, terms) +
    (namesTopic(title, topicWords) ? 1 : 0) +
    // a link has a title alone: what somebody thinks stands in a text
    (snippet === null ? 0 : purpose === 'fact' ? 0.3 : 1.2)
  const ranked = listed
    .flatMap(({ signalId, items }) =>
      items.map((document, at) => ({ signalId, document, value: nearness(document) - at / (2 * listLimit) })),
    )
    .toSorted((a, b) => b.value - a.value)
  const stories = distinctStories(
    ranked.map((one) => ({ ...one, storyCluster: one.document.storyCluster, title: one.document.title })),
    subject,
  )
  const candidates: Omit<Passage, 'strength'>[] = []
  for (const signalId of signals) {
    const own = stories.slice(0, readTexts).filter((one) => one.signalId === signalId)
    if (own.length > 0)
      candidates.push(
        ...(yield* readPassages(
          context,
          signalId,
          own.map(({ document }) => document),
        )),
      )
  }
  const sure = terms.filter(({ isSure }) => isSure)
  const judged = candidates
    .filter(({ text, document }) => !isMangled(document) && !isFoul(text))
    .map((passage): Passage => ({ ...passage, strength: relevanceOf(passage, terms, topicWords, purpose) }))
    .filter(({ text, document }) => {
      // a sentence that does not name the topic is about it where the title does and what is asked about stands in it
      const isOnTopic =
        namesTopic(text, topicWords) || (namesTopic(document.title, topicWords) && coverageOf(text, sure) > 0)
      return isOnTopic && (sure.length === 0 || coverageOf(`${document.title} ${text}`, sure) > 0)
    })
  const [best] = judged.toSorted((a, b) => b.strength - a.strength)
  const near =
    best === undefined || best.strength < leastOdds
      ? []
      : judged.filter((passage) => passage === best || passage.strength >= leastFurther)
  const sideOf = (text: string) =>
    purpose === 'opinion' ? clearTone(text, { style: 'post', without: new Set(topicWords) }) : text.length
  return {
    passages: chooseVaried(near, subject, count, sideOf),
    documents: stories.map(({ document }) => document),
    hasTerms: sure.length > 0,
    failure,
  }
}
