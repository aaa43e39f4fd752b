import {
  canonicalQuery,
  describeQuery,
  earliestDay,
  type FieldNode,
  highlightRanges,
  latestDay,
  matchesField,
  matchesQuery,
  mergeBounds,
  type NearNode,
  type PhraseNode,
  type QueryNode,
  readTerms,
  tokenize,
  tokens,
} from '@auspex/analytics'
import { addDays, listDays } from '@auspex/contract/days'
import type { PublishedDocument, QueryEcho, SignalQuery } from '@auspex/sdk/types'
import { seedOf } from '../generate/generator.ts'
import { RefusalError } from '../http/problem.ts'
import { TopicDocuments, topicMark, type WorldDocument } from './documents.ts'
import { sourceLabel } from './sources.ts'

/** A query as the server reads it: what is echoed, its conditions, and what makes two queries the same signal. */
export interface WorldQuery {
  echo: QueryEcho
  node: QueryNode
  identity: string
}

const maxSubjectLength = 600

/** Reads a query as the server does; null for one that it would refuse. */
export function readWorldQuery(input: SignalQuery): WorldQuery | null {
  const [term, x, y] = [tidy(input.query_term), tidy(input.x_term), tidy(input.y_term)]
  const isPair = y !== ''
  const typed = readTerms({ query_term: term, x_term: x, y_term: y, isCompound: input.isCompound })
  if (typed === null) return null
  const isCompound = isPair && input.isCompound === true
  const { node, ...bounds } = mergeBounds(typed, input)
  const only = x === '' ? term : x
  const words = isPair
    ? { title: `${x} ${isCompound ? 'and' : 'or'} ${y}`, query_term: null, x_term: x, y_term: y }
    : { title: only, query_term: only, x_term: null, y_term: null }
  const entity = tidy(input.entity) || null
  const canonical = canonicalQuery(node)
  const described = { ...words, isCompound, canonical, entity, ...bounds }
  const subject = describeQuery(described, sourceLabel).slice(0, maxSubjectLength)
  const identity = JSON.stringify([canonical, entity?.toLowerCase() ?? null, Object.values(bounds)])
  return { echo: { ...described, subject }, node, identity }
}

/** A part of a signal. Null and absent fields do not narrow. */
export interface WorldPart {
  entity?: string | null | undefined
  geo?: string | null | undefined
  from?: string | null | undefined
  to?: string | null | undefined
}

/** The query for a part of its documents; its numbers are those of a search for that part. Throws a `RefusalError` (422) for days outside of its own. */
export function narrowQuery(query: WorldQuery, { entity, geo, from, to }: WorldPart): WorldQuery {
  const { echo } = query
  const part: SignalQuery = {
    ...echo,
    entity: tidy(entity) || echo.entity,
    geo: geo ?? echo.geo,
    startDate: latestDay(from ?? null, echo.startDate),
    endDate: earliestDay(to ?? null, echo.endDate),
  }
  const isReversed = part.startDate != null && part.endDate != null && part.startDate > part.endDate
  if (isReversed && (part.startDate !== echo.startDate || part.endDate !== echo.endDate))
    throw new RefusalError({
      status: 422,
      code: 'signals.query_invalid',
      title: 'The last day is before the first day.',
      errors: [{ in: 'body', pointer: '/endDate', message: 'The last day is before the first day.' }],
    })
  return readWorldQuery(part) ?? query
}

/** The id of a signal that nothing has named yet. */
export function newSignalId(identity: string): string {
  return `sig_${[1, 2, 3].map((seed) => seedOf(seed, identity).toString(36).padStart(7, '0')).join('')}`
}

function tidy(text: string | null | undefined): string {
  return (text ?? '').normalize('NFC').replace(/\s+/gu, ' ').trim()
}

/** A document with the words of the query that found it. */
export interface FoundDocument extends WorldDocument {
  topic: string
  /** Other conditions of the query that it satisfies, in words. */
  named: readonly string[]
  /** A document that a tester added is shown as it was given. */
  added?: PublishedDocument
}

/** The documents of a query, oldest first, and the whole days that it covers: those that a tester added may be of today, which is not over. */
export interface FoundDocuments {
  documents: readonly FoundDocument[]
  firstDay: string
  lastDay: string
}

/** A document that is stored rather than made. */
export interface StoredDocument {
  document: PublishedDocument
  /** Those that a tester seeds belong to every topic; the contract's examples and imported ones to the topics that they name. */
  isOfEveryTopic: boolean
}

/** Part of the documents of one topic that also name another. */
const namingShare = 0.3
const libraryBegin = '2006-01-01'
const maxTopics = 100
const maxQueries = 200

/**
 * A library in which every topic has documents. They are a function of the seed, the topic and the day, and everything that the mock says about a
 * signal is counted from them. The newest that are made are of yesterday, the last whole day; stored ones may be of any day until now.
 */
export class World {
  readonly #now: () => number
  readonly #stored: () => readonly StoredDocument[]
  #seed = 1
  readonly #topics = new Map<string, TopicDocuments>()
  readonly #found = new Map<string, FoundDocuments>()

  constructor({ now, stored }: { now: () => number; stored: () => readonly StoredDocument[] }) {
    this.#now = now
    this.#stored = stored
  }

  /** Another seed is another world. */
  set seed(seed: number) {
    if (seed === this.#seed) return
    this.#seed = seed
    this.#topics.clear()
    this.#found.clear()
  }

  now(): number {
    return this.#now()
  }

  get today(): string {
    return new Date(this.#now()).toISOString().slice(0, 10)
  }

  /** What comes up with the topics of a query. */
  contextsOf({ node }: WorldQuery): { terms: readonly string[]; names: readonly string[] } {
    const all = phrasesOf(node).map((phrase) => this.#topicOf(keyOf(phrase)).contexts)
    return {
      terms: [...new Set(all.flatMap(({ terms }) => terms))],
      names: [...new Set(all.flatMap(({ names }) => names))],
    }
  }

  find(query: WorldQuery): FoundDocuments {
    const stored = this.#stored()
    const storedKey = stored.map(({ document }) => contentKey(document)).join(',')
    const key = `${this.today} ${storedKey} ${query.echo.title} ${query.identity}`
    const known = this.#found.get(key)
    if (known !== undefined) return known
    const found = this.#search(query, stored)
    if (this.#found.size >= maxQueries) this.#found.delete(this.#found.keys().next().value ?? '')
    this.#found.set(key, found)
    return found
  }

  #search({ echo, node }: WorldQuery, stored: readonly StoredDocument[]): FoundDocuments {
    const newest = addDays(this.today, -1)
    const lastDay = echo.endDate !== null && echo.endDate < newest ? echo.endDate : newest
    const topicBegin = phrasesOf(node)
      .map((phrase) => this.#topicOf(keyOf(phrase)).firstDay)
      .toSorted()[0]
    const begin = echo.startDate ?? topicBegin
    const earliest = begin === undefined || begin < libraryBegin ? libraryBegin : begin
    const firstDay = earliest > lastDay ? lastDay : earliest
    const spell = (phrase: PhraseNode | NearNode) => spellingOf(phrase, echo.title)
    const isWanted = (document: WorldDocument) =>
      (echo.geo === null || document.country === echo.geo) &&
      (echo.sources.length === 0 || echo.sources.includes(document.source)) &&
      (echo.entity === null || alsoNames(document, echo.entity.toLowerCase()))
    const named = echo.entity === null ? [] : [echo.entity]
    // a part of a topic has no documents that the whole does not have
    const isPart = topicBegin !== undefined && topicBegin > firstDay && topicBegin <= lastDay
    const days = earliest > lastDay ? [] : listDays(isPart ? topicBegin : firstDay, lastDay)
    const documents = days.flatMap((day) =>
      this.#ofDay(node, day)
        .filter(isWanted)
        .map((document) => ({
          ...document,
          topic: spell(document.phrase),
          named: [...document.named.map(spell), ...named],
        })),
    )
    const now = new Date(this.#now()).toISOString()
    const added = stored
      .filter(({ document, isOfEveryTopic }) => isOfEveryTopic || isAbout(document, node))
      .map(({ document }) => ({ ...fromStored(document), topic: echo.title, named: [], added: document }))
      .filter(({ day, publishedAt }) => publishedAt <= now && day <= (echo.endDate ?? day))
      .filter((document) => document.day >= (echo.startDate ?? document.day) && isWanted(document))
    const all = added.length === 0 ? documents : [...documents, ...added].toSorted(byTime)
    const first = all[0]?.day
    const isBefore = first !== undefined && first < firstDay
    return {
      documents: all,
      // without a first day, the series begins with the first document
      firstDay: isBefore || (echo.startDate === null && first !== undefined && first <= lastDay) ? first : firstDay,
      lastDay,
    }
  }

  #topicOf(topic: string): TopicDocuments {
    let documents = this.#topics.get(topic)
    if (documents === undefined) {
      if (this.#topics.size >= maxTopics) this.#topics.delete(this.#topics.keys().next().value ?? '')
      this.#topics.set(topic, (documents = new TopicDocuments(this.#seed, topic)))
    }
    return documents
  }

  #ofDay(node: QueryNode, day: string): DayDocument[] {
    if (node.kind === 'phrase' || node.kind === 'near')
      return this.#topicOf(keyOf(node))
        .ofDay(day)
        .map((document) => ({ ...document, phrase: node, named: [] }))
    if (node.kind === 'or') {
      const all = node.operands.flatMap((operand) => this.#ofDay(operand, day))
      return [...new Map(all.map((document) => [document.id, document])).values()].toSorted(byTime)
    }
    if (node.kind !== 'and') return []
    // the order of the terms makes no difference
    const [base, ...others] = node.operands.toSorted(byNeed)
    if (base === undefined) return []
    const phrases = others.flatMap((other) => (other.kind === 'phrase' || other.kind === 'near' ? [other] : []))
    return this.#ofDay(base, day)
      .filter((document) => others.every((other) => satisfies(document, other)))
      .map((document) => ({ ...document, named: [...document.named, ...phrases] }))
  }
}

interface DayDocument extends WorldDocument {
  phrase: PhraseNode | NearNode
  named: readonly (PhraseNode | NearNode)[]
}

function satisfies(document: WorldDocument, node: QueryNode): boolean {
  if (node.kind === 'phrase' || node.kind === 'near') return alsoNames(document, keyOf(node))
  if (node.kind === 'field') return hasField(document, node)
  if (node.kind === 'not') return !satisfies(document, node.operand)
  const holds = (operand: QueryNode) => satisfies(document, operand)
  return node.kind === 'or' ? node.operands.some(holds) : node.operands.every(holds)
}

function hasField(document: WorldDocument, node: FieldNode): boolean {
  const { source, outlet, author, kind, country, tone, day, engagement } = document
  return matchesField(node, {
    source,
    outlet,
    author,
    kind,
    country,
    day,
    lang: 'en',
    tone: tone.label,
    score: engagement?.score ?? null,
    comments: engagement?.comments ?? null,
    views: engagement?.views ?? null,
  })
}

/** Whether a document also names something: always what its text contains, else by chance, but always the same. */
function alsoNames({ id, contexts }: WorldDocument, name: string): boolean {
  return contexts.some((each) => each.toLowerCase() === name) || seedOf(1, id, name) % 100 < 100 * namingShare
}

/** Terms before conditions, in alphabetical order: the first decides which documents there are. */
function byNeed(a: QueryNode, b: QueryNode): number {
  const [left, right] = [a, b].map(
    (node) => `${phrasesOf(node).length > 0 && node.kind !== 'not' ? 0 : 1} ${JSON.stringify(node)}`,
  )
  return (left ?? '') < (right ?? '') ? -1 : 1
}

/** The phrases that documents are about. */
function phrasesOf(node: QueryNode): (PhraseNode | NearNode)[] {
  if (node.kind === 'phrase' || node.kind === 'near') return [node]
  return node.kind === 'and' || node.kind === 'or' ? node.operands.flatMap(phrasesOf) : []
}

function wordsOf(phrase: PhraseNode | NearNode): string[] {
  return phrase.kind === 'phrase' ? phrase.words.map(({ text }) => text) : phrase.operands.flatMap(wordsOf)
}

function keyOf(phrase: PhraseNode | NearNode): string {
  return wordsOf(phrase).join(' ')
}

/** The words of a phrase as the person typed them. */
function spellingOf(phrase: PhraseNode | NearNode, typed: string): string {
  const words = wordsOf(phrase)
  const found = tokenize(typed)
  const at = found.findIndex((_, start) => words.every((word, index) => found[start + index]?.text === word))
  const [first, last] = [found[at], found[at + words.length - 1]]
  return first === undefined || last === undefined ? words.join(' ') : typed.slice(first.start, last.end)
}

function byTime(a: { publishedAt: string }, b: { publishedAt: string }): number {
  if (a.publishedAt === b.publishedAt) return 0
  return a.publishedAt < b.publishedAt ? -1 : 1
}

/** Texts with the topic in place of its mark, capitalized where a sentence begins. */
export function textsOf({ title, body, topic, named }: FoundDocument): { title: string; body: string } {
  const write = (text: string) =>
    text.replaceAll(topicMark, (_, at: number) =>
      at === 0 || text.slice(at - 2, at) === '. ' ? topic.charAt(0).toUpperCase() + topic.slice(1) : topic,
    )
  const also = named.length === 0 ? '' : `It also names ${named.join(' and ')}.`
  return { title: write(title).slice(0, 500), body: [write(body), also].filter((part) => part !== '').join(' ') }
}

/** A document as lists show it. */
export function presentDocument(found: FoundDocument, { node }: WorldQuery): PublishedDocument {
  const mark = (text: string) => highlightRanges(node, text).map(({ start, end }) => [start, end])
  const marksOf = (title: string, snippet: string | null) => ({
    title: mark(title),
    snippet: snippet === null ? [] : mark(snippet),
  })
  if (found.added?.source === 'imported')
    return { ...found.added, highlights: marksOf(found.added.title, found.added.snippet) }
  if (found.added !== undefined) return found.added
  const { id, source, kind, outlet, author, country, countryBasis, publishedAt, tone, engagement, storyCluster } = found
  const { title, body } = textsOf(found)
  const snippet = body === '' ? null : body
  return {
    id,
    source,
    outlet,
    kind,
    author,
    publishedAt,
    country,
    countryBasis,
    title,
    snippet,
    tone,
    engagement,
    storyCluster,
    url: `https://${outlet.includes('.') ? outlet : `${source.replaceAll('_', '-')}.example`}/${id.slice(4)}`,
    highlights: marksOf(title, snippet),
    datePrecision: 'second',
    language: 'en',
  }
}

const contentKeys = new WeakMap<PublishedDocument, string>()

/** Differs for two versions of a document: an import that is deleted and repeated may give other texts the same ids. */
export function contentKey(document: PublishedDocument): string {
  let key = contentKeys.get(document)
  if (key === undefined) {
    key = `${document.id} ${[1, 2].map((half) => seedOf(half, JSON.stringify(document))).join(' ')}`
    contentKeys.set(document, key)
  }
  return key
}

function isAbout({ title, snippet }: PublishedDocument, node: QueryNode): boolean {
  return matchesQuery(node, tokens(title), tokens(snippet ?? ''))
}

function fromStored(document: PublishedDocument): WorldDocument {
  const { snippet, publishedAt, countryBasis, ...rest } = document
  return {
    ...rest,
    day: publishedAt.slice(0, 10),
    publishedAt,
    countryBasis: countryBasis === 'author' ? null : countryBasis,
    body: snippet ?? '',
    tone: document.tone,
    contexts: [],
  }
}
