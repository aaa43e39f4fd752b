import { searchHelpTool } from '@auspex/tools'
import type { AnalystEvent } from '../analyst.port.ts'
import { type CallContext, callTool } from '../call-tool.ts'
import { leadNote, type Note, sentence } from '../answer/sentence.ts'
import { toQualifier } from '../understand/qualifiers.ts'
import { readCountry } from '../understand/reader/word-lists.ts'
import { countryLabel, limitQuery } from '../understand/scope.ts'
import type { Reading } from '../understand/understand.ts'
import { readUnit, readWishes } from '../understand/wishes.ts'
import {
  aspectOf,
  namesIn,
  plainQuery,
  rarityOf,
  relaxedQueries,
  unknownWord,
  withHappening,
  wordsApart,
} from '../understand/wordings.ts'
import { isOfUnit } from './coverage.ts'
import {
  countWordings,
  type FoundTopic,
  isFound,
  readTopic,
  type TopicLimits,
  type TopicReport,
} from './topic-report.ts'

/** The topic that an answer is about, the named one or another in its place, and the note that says so. */
interface Correction {
  readonly topic: TopicReport
  readonly note: Note | null
}

/**
 * Replaces topics that no document holds: by the wording that was probably meant, by their words apart, or a single one by a part of its words. Days
 * and country stay as requested. Returns what was corrected, for the person.
 */
export async function* correctTopics(
  context: CallContext,
  topics: TopicReport[],
  reading: Reading,
  message: string,
): AsyncGenerator<AnalystEvent, readonly Note[]> {
  if (reading.topicFrom !== 'message') return []
  const { from, to, country, outlets, excluded } = reading
  const limits = { from, to, country, outlets, excluded }
  const notes: Note[] = []
  const replace = (at: number, { topic, note }: Correction) => {
    topics.splice(at, 1, topic)
    if (note !== null) notes.push(note)
  }
  for (const [at, topic] of topics.entries()) {
    const happening = yield* readHappening(context, topic, limits, message)
    if (happening === 'fits') continue
    const correction = happening ?? (yield* readWordsApart(context, topic, limits))
    if (correction !== null) replace(at, correction)
  }
  for (const [at, topic] of topics.entries()) {
    if (isFound(topic) || topic.report === null) continue
    const correction = yield* readInstead(context, topic, reading)
    if (correction === 'held-elsewhere') {
      // what the library holds of other days is a topic as it is
      if (topics.length === 1) return notes
      continue
    }
    if (correction !== null) replace(at, correction)
  }
  const [topic] = topics
  if (topic === undefined || topics.length > 1 || topic.report === null) return notes
  if (!isFound(topic)) {
    const relaxed = yield* readRelaxed(context, topic, message, limits)
    if (relaxed !== null) replace(0, relaxed)
    return notes
  }
  const named = yield* readByName(context, topic, limits)
  if (named === null) return notes
  topics.splice(0, 1, named.topic)
  return [...notes.slice(0, -1), named.note]
}

/** With fewer documents about what happened the topic as a whole says more. */
const fewHappenings = 10

/**
 * A topic in the documents that also have a word for what the question says happened to it; the whole topic where few of them have one. It fits as it
 * is where all of them have one; null where the question names no such thing, or nothing can be said of it.
 */
async function* readHappening(
  context: CallContext,
  topic: TopicReport,
  limits: TopicLimits,
  message: string,
): AsyncGenerator<AnalystEvent, Correction | 'fits' | null> {
  const query = withHappening(topic.query, message)
  if (query === null) return null
  const part = yield* readTopic(context, { query, ...limits })
  const [own, all] = [sizeOf(part), sizeOf(topic)]
  const words = wordsOfQuery(part.query)
  // "Snowden leaks" is named less often than leaks beside Snowden, which are no part of it
  const isPart = `${plainWords(part)} `.startsWith(`${plainWords(topic)} AND `)
  if (own > 0 && (all === 0 || own >= fewHappenings || (!isPart && own > all)))
    return { topic: part, note: sentence(`This counts only documents that also have a word such as ${words}.`) }
  if (part.report === null || part.isSearching || !isPart || !isFound(topic)) return null
  // documents that arrive between the two searches can make a part larger than the whole
  return own >= all ? 'fits' : { topic, note: sentence(fewHaveWords(plainWords(topic), own, all, words)) }
}

/** That few of the documents of a topic, not all of them, have one of some words, or that none has. */
function fewHaveWords(topic: string, own: number, all: number, words: string): string {
  if (all === 1) return `The one document on ${topic} has no word such as ${words}, so this is about it.`
  const few =
    own === 0 ? `None of the ${all} documents on ${topic} has` : `Only ${own} of them ${own === 1 ? 'has' : 'have'}`
  return `${few} a word such as ${words}, so this is about all of them.`
}

/** A topic that no document has, by the name of its country, in the spelling that was probably meant, or by its words apart. */
async function* readInstead(
  context: CallContext,
  topic: TopicReport,
  reading: Reading,
): AsyncGenerator<AnalystEvent, Correction | 'held-elsewhere' | null> {
  const ofCountry = yield* readByCountryName(context, topic, reading)
  if (ofCountry !== null) return ofCountry
  const meant = yield* findMeant(context, topic.query)
  if (meant === null && isLimited(reading) && (yield* isHeldAnywhere(context, topic.query))) return 'held-elsewhere'
  const query = meant ?? wordsApart(topic.query)
  if (query === null) return null
  const { from, to, country, outlets, excluded } = reading
  const corrected = yield* readTopic(context, { query, from, to, country, outlets, excluded })
  if (!isFound(corrected)) return null
  const none = `No document ${topic.isSearching ? 'is known to have' : 'has'} “${topic.query.replaceAll('"', '')}”`
  const instead = meant === null ? 'documents that have all of its words' : `“${meant}”`
  return { topic: corrected, note: sentence(`${none}, so this is about ${instead}.`) }
}

function isLimited({ from, to, country, outlets = [], excluded = [] }: TopicLimits): boolean {
  return from !== null || to !== null || country !== null || outlets.length + excluded.length > 0
}

/** The nearest wider wording of a topic that no document has, which the answer names; all are counted together in the library. Null where none has one. */
async function* readRelaxed(
  context: CallContext,
  { query, hasWaited = false }: TopicReport,
  message: string,
  limits: TopicLimits,
): AsyncGenerator<AnalystEvent, Correction | null> {
  const wordings = relaxedQueries(query, message.length > query.length && message.startsWith(query))
  // sources are asked for one wording after another, and waited for
  if (hasWaited) {
    for (const wording of wordings.slice(0, maxSearched)) {
      const chosen = yield* readTopic(context, { query: wording, ...limits })
      if (isFound(chosen)) return yield* noteAspect(context, chosen, query, limits)
    }
    return null
  }
  const counts = yield* countWordings(context, wordings, limits)
  const isWide = (wording: string) => /[ "]/u.test(wording)
  const held = wordings.filter((wording) => (counts.get(wording) ?? 0) > 0)
  const wide = held.find((one) => isWide(one) && (counts.get(one) ?? 0) >= minWithin) ?? held.find(isWide)
  const name = wide === undefined && isLimited(limits) ? yield* findHeldName(context, wordings) : undefined
  if (name !== undefined)
    return { topic: { ...(yield* readTopic(context, { query: name, ...limits })), insteadOf: query }, note: null }
  const wording = wide ?? held[0]
  if (wording === undefined) return null
  const chosen = yield* readTopic(context, { query: wording, ...limits })
  return isFound(chosen) ? yield* noteAspect(context, chosen, query, limits) : null
}

const maxNames = 4

/** A name that other days or places have says more than one of its words. */
async function* findHeldName(
  context: CallContext,
  wordings: readonly string[],
): AsyncGenerator<AnalystEvent, string | undefined> {
  const phrases = wordings
    .filter((wording) => !wording.includes(' AND '))
    .toSorted((a, b) => Number(b.includes(' ')) - Number(a.includes(' ')))
    .slice(0, maxNames)
  const counts = yield* countWordings(context, phrases, { from: null, to: null, country: null })
  return phrases.find((phrase) => (counts.get(phrase) ?? 0) >= hardlyWritten)
}

/** With fewer documents a topic of several words is looked for by most of its words, or by a name that has so many times as many. */
const worthNaming = 3

/** A topic of several words that one or two documents have together, by two of them, with its name where it has one, or by that name: "Gezi" of "Gezi Park protests". */
async function* readByName(
  context: CallContext,
  topic: FoundTopic,
  limits: TopicLimits,
): AsyncGenerator<AnalystEvent, { topic: FoundTopic; note: Note } | null> {
  const { documents } = topic.report.counts
  const isOpen = topic.narrowing !== undefined && topic.narrowing.used.length > 0
  // a phrase that documents have word for word is the topic, however few they are, and so are a few with all words
  if (documents >= minWithin || isOpen || !topic.query.includes(' AND ') || /["():]| OR /u.test(topic.query))
    return null
  const words = topic.query.split(/ AND | near\/\d+ | /u)
  const names = namesIn(words).filter((name) => /^\p{Lu}/u.test(name) || rarityOf(name) >= unknownWord)
  const pairs = pairsOf(words).filter((pair) => names.length === 0 || names.some((name) => pair.includes(name)))
  const counts = yield* countWordings(context, [...pairs.map((pair) => pair.join(' AND ')), ...names], limits)
  const holdersOf = (wording: string) => counts.get(wording) ?? 0
  const bySize = (wordings: readonly string[], least: number) =>
    wordings.filter((wording) => holdersOf(wording) >= least).toSorted((a, b) => holdersOf(a) - holdersOf(b))
  const held = bySize(
    pairs.map((pair) => pair.join(' AND ')),
    minWithin,
  )
  const [name] = [...held.toReversed(), ...bySize(names, Math.max(worthNaming * documents, hardlyWritten))]
  if (name === undefined) return null
  const chosen = yield* readTopic(context, { query: name, ...limits })
  if (!isFound(chosen)) return null
  const total = chosen.report.counts.documents
  const unused = words.filter((word) => !name.split(' AND ').includes(word)).map(toQualifier)
  const narrowing = { subject: name, total, query: name, used: [], missing: [], uncounted: [], unused }
  const together = plainQuery(topic.query).replaceAll(' and ', ' ')
  const holders = documents === 1 ? '1 document has' : `${documents} documents have`
  return {
    topic: { ...chosen, narrowing },
    note: sentence(`Only ${holders} all words of “${together}”, so this is about “${plainQuery(name)}”.`),
  }
}

/** Every two words of three or four. */
function pairsOf(words: readonly string[]): string[][] {
  if (words.length < 3 || words.length > 4) return []
  return words.flatMap((word, at) => words.slice(at + 1).map((other) => [word, other]))
}

const maxSearched = 4

/** A wider topic, or its documents on what the question says beside it, with what the person is told. */
async function* noteAspect(
  context: CallContext,
  chosen: FoundTopic,
  query: string,
  limits: TopicLimits,
): AsyncGenerator<AnalystEvent, { topic: TopicReport; note: Note }> {
  const none = `I found no document with “${query.replaceAll('"', '')}”`
  const aspect = aspectOf(query, chosen.query)
  const within =
    aspect === null ? null : yield* readTopic(context, { query: `"${chosen.query}" AND ${aspect}*`, ...limits })
  return within !== null && isFound(within) && within.report.counts.documents >= minWithin
    ? {
        topic: within,
        note: leadNote(`${none}, so this is about those on “${chosen.query}” that have a word such as “${aspect}”.`),
      }
    : { topic: chosen, note: leadNote(`${none}, so this is about “${plainQuery(chosen.query)}”.`) }
}

function sizeOf(topic: TopicReport | null): number {
  return topic?.report?.counts.documents ?? 0
}

function plainWords({ query }: TopicReport): string {
  return query.replaceAll('"', '')
}

/** The words of which a document needs one: "death, dead or died". */
function wordsOfQuery(query: string): string {
  const all = /\(([^()]+)\)$/u.exec(query)?.[1]?.split(' OR ') ?? []
  const words = all.filter((word) => !word.includes('*')).map((word) => `“${word.replaceAll('"', '')}”`)
  const [last = '', ...others] = words.slice(0, 3).toReversed()
  return others.length === 0 ? last : `${others.toReversed().join(', ')} or ${last}`
}

/** With fewer documents a phrase is hardly written by its words in this order; with more it may still be mostly written otherwise. */
const [hardlyWritten, seldomWritten] = [5, 40]
/** How many times as many must have the words apart. */
const [worthWidening, worthNearby] = [5, 1.5]
/** Words this near each other are about one thing. */
const nearby = 6

/** A phrase that hardly any document has, by its words apart: "marathon running" is mostly written otherwise. Null where that adds little. */
async function* readWordsApart(
  context: CallContext,
  topic: TopicReport,
  limits: TopicLimits,
): AsyncGenerator<AnalystEvent, { topic: FoundTopic; note: Note } | null> {
  // of a topic with words beside it the words are apart already
  if (!isFound(topic) || / AND | OR /u.test(topic.query)) return null
  const { documents } = topic.report.counts
  const isHardly = documents < hardlyWritten
  const query = isHardly ? wordsApart(topic.query) : wordsNearby(topic.query, documents)
  if (query === null) return null
  const wider = yield* readTopic(context, { query, ...limits })
  if (!isFound(wider) || wider.report.counts.documents < documents * (isHardly ? worthWidening : worthNearby))
    return null
  const phrase = `“${topic.query.replaceAll('"', '')}”`
  const holders = documents === 1 ? '1 document has' : `${documents} documents have`
  return {
    topic: wider,
    note: sentence(
      isHardly
        ? `Only ${holders} ${phrase}, so this is about documents that have all of its words.`
        : `Only ${holders} ${phrase} word for word, so this is about documents that have its words close together.`,
    ),
  }
}

/** The two words of a phrase that few documents have, near each other; null for other phrases. */
function wordsNearby(query: string, documents: number): string | null {
  const words = query.split(' ')
  const isPair = documents < seldomWritten && words.length === 2 && wordsApart(query) !== null
  return isPair ? words.join(` near/${nearby} `) : null
}

/**
 * Places that no document is marked with, such as a state or a city: topics in the documents that name them, where there are some. Otherwise the places
 * stay among what nothing is done with.
 */
export async function* searchByPlace(context: CallContext, reading: Reading): AsyncGenerator<AnalystEvent, Reading> {
  const places = reading.places.filter((place) => reading.unread.includes(place))
  const isPlain = reading.task === 'report' && reading.topicFrom === 'message' && reading.queries.length > 0
  if (places.length === 0 || !isPlain) return reading
  const queries = reading.queries.map((query) => limitQuery(query, { outlets: [], excluded: [], places }))
  for (const query of queries) {
    const topic = yield* readTopic(context, { ...reading, query })
    if (isFound(topic))
      return { ...reading, queries, unread: reading.unread.filter((words) => !places.includes(words)) }
  }
  return reading
}

/** A topic of which no document is known to be from a country, in those that name it: most posts have no country. Null where none does. */
async function* readByCountryName(
  context: CallContext,
  { query }: TopicReport,
  { from, to, country, outlets, excluded, places }: Reading,
): AsyncGenerator<AnalystEvent, { topic: FoundTopic; note: Note } | null> {
  const named = country === null ? undefined : places.find((place) => readCountry(place) === country)
  if (country === null || named === undefined) return null
  const request = { query: limitQuery(query, { outlets: [], excluded: [], places: [named] }), from, to, country: null }
  const topic = yield* readTopic(context, { ...request, outlets, excluded })
  const label = countryLabel(country)
  const note = `No document on it is known to be from ${label}, so this is about those that name ${label}.`
  return isFound(topic) ? { topic, note: leadNote(note) } : null
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

async function* isHeldAnywhere(context: CallContext, query: string): AsyncGenerator<AnalystEvent, boolean> {
  const anywhere = yield* readTopic(context, { query, from: null, to: null, country: null })
  return (anywhere.report?.counts.documents ?? hardlyWritten) >= hardlyWritten
}

/** With fewer documents an aspect within a topic says less than the topic. */
const minWithin = 3

/** "How many articles": topics of which other kinds of documents are found too are read again in that kind alone, so that one unit is counted. */
export async function* narrowToUnit(
  context: CallContext,
  topics: TopicReport[],
  reading: Reading,
  words: string,
): AsyncGenerator<AnalystEvent, void> {
  const unit = readUnit(words)
  const wish = readWishes(reading, words)[0]
  const isCounted = wish === 'volume' || wish === 'series' || wish === 'list'
  // posts may be anything that people write
  if (unit === null || reading.outlets.length > 0 || (!isCounted && unit !== 'articles')) return
  for (const [at, topic] of topics.entries()) {
    const kinds = topic.report?.volume.kinds ?? []
    const isOther = kinds.some(({ kind, documents }) => documents > 0 && !isOfUnit(kind, unit))
    if (!isFound(topic) || !isOther || !kinds.some(({ kind }) => isOfUnit(kind, unit))) continue
    const narrowed = yield* readTopic(context, { ...reading, query: topic.query, outlets: [unit] })
    if (isFound(narrowed))
      topics.splice(at, 1, topic.narrowing === undefined ? narrowed : { ...narrowed, narrowing: topic.narrowing })
  }
}
