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
  isJudged,
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

/** Begins with what only the sentence before explains. */
const dangling = /^(?:it|this|that|they|these|those|he|she|him|her|such|and|but|so|or|also|then|however|which)\b/iu
const firstPerson = /\b(?:I|we|my|our|me)\b/u
const wordyLength = { min: 60, max: 200 }
/** A text of which more is digits is a table of figures. */
const maxDigits = 0.15

function isFigures(text: string): boolean {
  return (text.match(/\d/gu)?.length ?? 0) > maxDigits * text.length
}

/** How much a passage says of what is asked: its words first, then the topic, and then how well it can be quoted. */
export function relevanceOf(
  { text, document, field }: Pick<Passage, 'text' | 'document' | 'field'>,
  terms: readonly Term[],
  topicWords: readonly string[],
  purpose: PassagePurpose,
): number {
  const around = `${document.title} ${document.snippet ?? ''}`
  const names = namesTopic(text, topicWords) ? 1 : namesTopic(document.title, topicWords) ? 0.7 : 0.2
  const isJudgement =
    purpose === 'opinion' && (isJudged(text, topicWords, 'positive') || isJudged(text, topicWords, 'negative'))
  const isWordy = text.length >= wordyLength.min && text.length <= wordyLength.max
  return (
    3 * coverageOf(text, terms) +
    1.2 * coverageOf(`${around} ${text}`, terms) +
    1.5 * names +
    (isJudgement ? 1.5 : 0) +
    (purpose === 'cause' && causes.test(text) ? 1 : 0) +
    (purpose === 'opinion' && firstPerson.test(text) ? 0.8 : 0) +
    (field === 'title' ? 0 : purpose === 'opinion' ? 0.6 : 0.2) +
    (isWordy ? 0.3 : 0) -
    (dangling.test(text) ? 0.6 : 0)
  )
}

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
  if (terms.length > 0 && (whole > listLimit || topic.signalId === null)) {
    const request = { query: withAny(subject, terms.slice(0, maxSearched)), from, to, country, outlets, excluded }
    const found = yield* findSignal(context, request)
    if (found !== null) signals.push(found)
  }
  if ((topic.narrowing?.used.length ?? 0) > 0 && whole <= listLimit) {
    const found = yield* findSignal(context, { query: subject, from, to, country, outlets, excluded })
    if (found !== null) signals.push(found)
  }
  signals.push(topic.signalId)
  const lists = signals.map((signalId) =>
    callTool(
      context,
      listDocumentsTool,
      { signalId, sort: 'engagement' as const, limit: listLimit },
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
      listed.push({ signalId: signals[at] ?? topic.signalId, items: items.filter(({ id }) => !known.includes(id)) })
    }
  }
  const nearness = ({ title, snippet }: PublishedDocument) =>
    2 * coverageOf(title, terms) +
    2 * coverageOf(`${title} ${snippet ?? ''}`, terms) +
    (namesTopic(title, topicWords) ? 1 : 0)
  const ranked = listed
    .flatMap(({ signalId, items }) => items.map((document) => ({ signalId, document, value: nearness(document) })))
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
    .filter(({ text, document }) => !isMangled(document) && !isFoul(text) && !isFigures(text))
    .map((passage): Passage => ({ ...passage, strength: relevanceOf(passage, terms, topicWords, purpose) }))
    .filter(({ text, document }) => {
      // a sentence that does not name the topic is about it where the title does and what is asked about stands in it
      const isOnTopic =
        namesTopic(text, topicWords) || (namesTopic(document.title, topicWords) && coverageOf(text, sure) > 0)
      return isOnTopic && (sure.length === 0 || coverageOf(`${document.title} ${text}`, sure) > 0)
    })
  const best = Math.max(...judged.map(({ strength }) => strength), 0)
  const near = judged.filter(({ strength }) => strength >= nearEnough * best)
  const sideOf = (text: string) =>
    purpose === 'opinion' ? clearTone(text, { style: 'post', without: new Set(topicWords) }) : text.length
  return {
    passages: chooseVaried(near, subject, count, sideOf),
    documents: stories.map(({ document }) => document),
    hasTerms: sure.length > 0,
    failure,
  }
}

/** A passage far behind the best one is about something else. */
const nearEnough = 0.55
