import { searchHelpTool } from '@auspex/tools'
import type { AnalystEvent } from '../analyst.port.ts'
import { type CallContext, callTool, startLookups } from '../call-tool.ts'
import { leadNote, type Note, sentence } from '../answer/sentence.ts'
import { type Qualifier, toQualifier, withQualifiers } from '../understand/qualifiers.ts'
import { readCountry } from '../understand/reader/word-lists.ts'
import { countryLabel, limitQuery } from '../understand/scope.ts'
import type { Reading } from '../understand/understand.ts'
import { aspectOf, namesIn, plainQuery, relaxedQueries, withHappening, wordsApart } from '../understand/wordings.ts'
import {
  countTopic,
  type FoundTopic,
  isFound,
  type Narrowing,
  readTopic,
  type TopicReport,
  type TopicRequest,
} from './topic-report.ts'

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
  const { from, to, country, outlets, excluded, topicFrom } = reading
  const notes: Note[] = []
  if (topicFrom !== 'message') return notes
  const limits = { from, to, country, outlets, excluded }
  for (const [at, topic] of topics.entries()) {
    const narrower = withHappening(topic.query, message)
    const told = narrower === null ? null : yield* readTopic(context, { query: narrower, ...limits })
    const [own, all] = [sizeOf(told), sizeOf(topic)]
    // "Snowden leaks" is named less often than leaks beside Snowden, which are no part of it
    const isPart = told !== null && `${plainWords(told)} `.startsWith(`${plainWords(topic)} AND `)
    if (told !== null && own > 0 && (all === 0 || own >= fewTold || (!isPart && own > all))) {
      topics.splice(at, 1, told)
      notes.push(sentence(`This counts only documents that also have a word such as ${wordsOfQuery(told.query)}.`))
      continue
    }
    if (told !== null && told.report !== null && !told.isSearching && isPart && isFound(topic)) {
      const { documents } = told.report.counts
      notes.push(
        sentence(
          `${documents === 0 ? `None of the ${sizeOf(topic)} documents on ${plainWords(topic)} has` : `Only ${documents} of them ${documents === 1 ? 'has' : 'have'}`} a word such as ${wordsOfQuery(told.query)}, so this is about all of them.`,
        ),
      )
      continue
    }
    const wider = yield* readWordsApart(context, topic, limits)
    if (wider === null) continue
    topics.splice(at, 1, wider.topic)
    notes.push(wider.note)
  }
  const isLimited = [from, to, country].some((limit) => limit !== null) || outlets.length + excluded.length > 0
  for (const [at, topic] of topics.entries()) {
    if (isFound(topic) || topic.report === null) continue
    const naming = yield* readByCountryName(context, topic, reading)
    if (naming !== null) {
      topics.splice(at, 1, naming.topic)
      notes.push(naming.note)
      continue
    }
    const meant = yield* findMeant(context, topic.query)
    // what the library holds of other days is a topic as it is
    const isHeld = meant === null && isLimited && (yield* isHeldAnywhere(context, topic.query))
    if (isHeld && topics.length === 1) return notes
    const query = meant ?? (isHeld ? null : wordsApart(topic.query))
    if (query === null) continue
    const corrected = yield* readTopic(context, { query, from, to, country, outlets, excluded })
    if (!isFound(corrected)) continue
    topics.splice(at, 1, corrected)
    const instead = meant === null ? 'documents that have all of its words' : `“${meant}”`
    notes.push(
      sentence(
        `No document ${topic.isSearching ? 'is known to have' : 'has'} “${topic.query.replaceAll('"', '')}”, so this is about ${instead}.`,
      ),
    )
  }
  const [topic] = topics
  if (topic === undefined || topics.length > 1 || topic.report === null) return notes
  if (isFound(topic)) {
    const named = yield* readByName(context, topic, limits)
    if (named === null) return notes
    topics.splice(0, 1, named.topic)
    return [...notes.slice(0, -1), named.note]
  }
  const relaxed = yield* readRelaxed(context, topic, message, limits, isLimited)
  if (relaxed === null) return notes
  topics.splice(0, 1, relaxed.topic)
  return relaxed.note === null ? notes : [...notes, relaxed.note]
}

/** The nearest wider wording of a topic that no document has, which the answer names; all are counted together in the library. Null where none has one. */
async function* readRelaxed(
  context: CallContext,
  { query, hasWaited = false }: TopicReport,
  message: string,
  limits: Omit<TopicRequest, 'query'>,
  isLimited: boolean,
): AsyncGenerator<AnalystEvent, { topic: TopicReport; note: Note | null } | null> {
  const wordings = relaxedQueries(query, message.length > query.length && message.startsWith(query))
  // sources are asked for one wording after another, and waited for
  if (hasWaited)
    for (const wording of wordings.slice(0, maxSearched)) {
      const chosen = yield* readTopic(context, { query: wording, ...limits })
      if (isFound(chosen)) return yield* noteAspect(context, chosen, query, limits)
    }
  if (hasWaited) return null
  const counts = yield* countWordings(context, wordings, limits)
  const isWide = (wording: string) => /[ "]/u.test(wording)
  const held = wordings.filter((wording) => (counts.get(wording) ?? 0) > 0)
  const wide = held.find((one) => isWide(one) && (counts.get(one) ?? 0) >= minWithin) ?? held.find(isWide)
  // a name that other days have says more than one of its words
  const phrases = wordings
    .filter((wording) => !wording.includes(' AND '))
    .toSorted((a, b) => Number(b.includes(' ')) - Number(a.includes(' ')))
    .slice(0, 4)
  if (wide === undefined && isLimited && phrases.length > 0) {
    const anywhere = yield* countWordings(context, phrases, { from: null, to: null, country: null })
    const other = phrases.find((phrase) => (anywhere.get(phrase) ?? 0) >= hardlyWritten)
    if (other !== undefined)
      return {
        topic: { ...(yield* readTopic(context, { query: other, ...limits })), insteadOf: query },
        note: null,
      }
  }
  const wording = wide ?? held[0]
  if (wording === undefined) return null
  const chosen = yield* readTopic(context, { query: wording, ...limits })
  return isFound(chosen) ? yield* noteAspect(context, chosen, query, limits) : null
}

/** With fewer documents a topic of several words is looked for by a name that has so many times as many. */
const [fewTogether, worthNaming] = [10, 3]

/** A topic of several words that hardly any document has together, by its rarest name: "Gezi" of "Gezi Park protests". */
async function* readByName(
  context: CallContext,
  topic: FoundTopic,
  limits: Omit<TopicRequest, 'query'>,
): AsyncGenerator<AnalystEvent, { topic: FoundTopic; note: Note } | null> {
  const { documents } = topic.report.counts
  const isOpen = topic.narrowing !== undefined && topic.narrowing.used.length > 0
  // a phrase that documents have word for word is the topic, however few they are
  if (documents >= fewTogether || isOpen || !topic.query.includes(' AND ') || /["():]| OR /u.test(topic.query))
    return null
  const words = topic.query.split(/ AND | near\/\d+ | /u)
  const names = namesIn(words)
  if (names.length === 0) return null
  const counts = yield* countWordings(context, names, limits)
  const held = names
    .filter((name) => (counts.get(name) ?? 0) >= Math.max(worthNaming * documents, hardlyWritten))
    .toSorted((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0))
  const [name] = held
  if (name === undefined) return null
  const chosen = yield* readTopic(context, { query: name, ...limits })
  if (!isFound(chosen)) return null
  const total = chosen.report.counts.documents
  const unused = words.filter((word) => word !== name).map(toQualifier)
  const narrowing = { subject: name, total, query: name, used: [], missing: [], uncounted: [], unused }
  const together = plainQuery(topic.query).replaceAll(' and ', ' ')
  const holders = documents === 1 ? '1 document has' : `${documents} documents have`
  return {
    topic: { ...chosen, narrowing },
    note: sentence(`Only ${holders} all words of “${together}”, so this is about “${name}”.`),
  }
}

const maxSearched = 4

/** A wider topic, or its documents on what the question says beside it, with what the person is told. */
async function* noteAspect(
  context: CallContext,
  chosen: FoundTopic,
  query: string,
  limits: Omit<TopicRequest, 'query'>,
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

/** How many documents each of several wordings has, without their reports; `open` gets those of which a source may still bring the first one. */
export async function* countWordings(
  context: CallContext,
  wordings: readonly string[],
  limits: Omit<TopicRequest, 'query'>,
  open = new Set<string>(),
): AsyncGenerator<AnalystEvent, ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  const lookups = wordings.map((query) => countTopic(context, { query, ...limits }))
  for (const [at, lookup] of startLookups(lookups).entries()) {
    const { events, result } = await lookup
    yield* events
    if (result === 'open') open.add(wordings[at] ?? '')
    else if (result !== null) counts.set(wordings[at] ?? '', result)
  }
  return counts
}

function sizeOf(topic: TopicReport | null): number {
  return topic?.report?.counts.documents ?? 0
}

function plainWords({ query }: TopicReport): string {
  return query.replaceAll('"', '')
}

/** With fewer documents about what happened the topic as a whole says more. */
const fewTold = 10

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
  limits: Omit<TopicRequest, 'query'>,
): AsyncGenerator<AnalystEvent, { topic: FoundTopic; note: Note } | null> {
  // of a topic with words beside it the words are apart already
  if (!isFound(topic) || / AND | OR /u.test(topic.query)) return null
  const { documents } = topic.report.counts
  const isHardly = documents < hardlyWritten
  const words = topic.query.split(' ')
  const query = isHardly
    ? wordsApart(topic.query)
    : documents < seldomWritten && words.length === 2 && wordsApart(topic.query) !== null
      ? words.join(` near/${nearby} `)
      : null
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

/** More words beside a topic are not looked for. */
const maxQualifiers = 3
/** With fewer documents that have all of some qualifiers, those that have fewer of them say more. */
export const minTogether = 3

/** Every choice of some qualifiers, the largest first. */
function choicesOf(qualifiers: readonly Qualifier[]): Qualifier[][] {
  return Array.from({ length: 2 ** qualifiers.length - 1 }, (_, at) =>
    qualifiers.filter((__, place) => ((at + 1) >> place) % 2 === 1),
  ).toSorted((a, b) => b.length - a.length)
}

/**
 * Looks for a topic with what the question says beside it: with as much of that as enough documents have. Null where nothing is said beside it.
 */
export async function* narrowTopic(
  context: CallContext,
  query: string,
  qualifiers: readonly Qualifier[],
  limits: Omit<TopicRequest, 'query'>,
  known: ReadonlyMap<string, number> = new Map(),
): AsyncGenerator<AnalystEvent, Narrowing | null> {
  // what the library writes as one name is no word beside it
  const beside = qualifiers.filter(({ words }) => !query.toLowerCase().includes(words.toLowerCase()))
  const [own, left] = [beside.slice(0, maxQualifiers), beside.slice(maxQualifiers)]
  if (own.length === 0) return null
  // "Reddit gold" is rather one name than a word beside another
  const [joined] = own.filter(({ follows, words }) => follows === query && !/[ -]/u.test(words))
  const name = joined === undefined ? null : `${query} ${joined.words}`
  const toChoice = (choice: readonly Qualifier[]) => ({ choice, query: withQualifiers(query, choice) })
  const alone = own.map((one) => toChoice([one]))
  const counts = new Map(known)
  const open = new Set<string>()
  const wordings = [
    query,
    ...(name === null ? [] : [name]),
    ...alone.map((one) => one.query),
    ...(own.length > 1 ? [withQualifiers(query, own)] : []),
  ].filter((wording) => !counts.has(wording))
  for (const [wording, count] of yield* countWordings(context, wordings, limits, open)) counts.set(wording, count)
  const total = counts.get(query)
  if (total === undefined)
    return { subject: query, total: 0, query, used: [], missing: [], uncounted: own, unused: left }
  // what was counted beside a topic that no document has says nothing of the words
  if (total === 0) return { subject: query, total, query, used: [], missing: [], uncounted: [], unused: qualifiers }
  // words that no document has near each other are looked for one by one
  const apart = own.filter(
    (one) => !one.isName && /[ -]/u.test(one.words) && counts.get(withQualifiers(query, [one])) === 0,
  )
  if (apart.length > 0) {
    const words = qualifiers.flatMap((one) => (apart.includes(one) ? one.words.split(/[ -]/u).map(toQualifier) : [one]))
    return yield* narrowTopic(context, query, words, limits, counts)
  }
  const sizeOfChoice = (one: { query: string }) => counts.get(one.query) ?? 0
  // what has no document by itself has none beside others
  const some = own.filter((one) => sizeOfChoice(toChoice([one])) > 0)
  const choices = choicesOf(some).map(toChoice)
  const uncounted = choices.filter((one) => !counts.has(one.query)).map((one) => one.query)
  if (uncounted.length > 0 && sizeOfChoice(toChoice(own)) < minTogether)
    for (const [wording, count] of yield* countWordings(context, uncounted, limits)) counts.set(wording, count)
  const held = choices.filter((one) => sizeOfChoice(one) > 0)
  const asName = name === null ? 0 : (counts.get(name) ?? 0)
  if (name !== null && asName >= minTogether && own.length === 1)
    return { subject: query, total, query: name, used: [], missing: [], uncounted: [], unused: left }
  const [most] = held.toSorted((a, b) => sizeOfChoice(b) - sizeOfChoice(a))
  const best = held.find((one) => sizeOfChoice(one) >= minTogether) ?? most
  const rest = own.filter((one) => best?.choice.includes(one) !== true)
  return {
    subject: query,
    total,
    query: best?.query ?? query,
    used: best?.choice ?? [],
    missing: rest.filter((one) => counts.get(toChoice([one]).query) === 0),
    uncounted: rest.filter((one) => !counts.has(toChoice([one]).query)),
    open: rest.filter((one) => open.has(toChoice([one]).query)),
    unused: [...rest.filter((one) => sizeOfChoice(toChoice([one])) > 0), ...left],
  }
}
