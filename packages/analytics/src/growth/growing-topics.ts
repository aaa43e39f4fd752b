import { isContextTerm } from '../contexts/context-terms.ts'
import { isOneWord, writtenForm } from '../meaning/name-groups.ts'
import type { WordReader } from '../meaning/word-vectors.ts'
import { lightStem } from '../narratives/light-stem.ts'
import type { GrownTerm } from './growing-terms.ts'
import { readTerm, readTitle, type ReadTitle, type TermReading } from './read-term.ts'

/** What the headlines of a library speak of more than before: one thing, however many words it has. */
export interface GrowingTopic {
  /** Its names, phrases and words as headlines write them; the first one covers it and is its name: "Occupy Wall Street". */
  terms: string[]
  /** Folded words or phrases, one for each term: a document with any of them is about the topic. */
  searches: string[]
}

export interface TopicFinderInput {
  grown: readonly GrownTerm[]
  /** The library's vectors; null where it has none, and only headlines decide what belongs together. */
  reader: WordReader | null
  /** Stories of the last window with a word in their headline. */
  storiesWith: (word: string) => number
  /** Stories of the window before. */
  storiesBefore: number
}

/** Topics that are counted exactly; each costs one indexed count. */
const maxTopics = 110
const maxTopicTerms = 5
/** Headlines from which a term is read: enough for its name and its neighbours. */
const maxTitlesPerTerm = 200
const titlesPerForm = 60
const termsPerStep = 10

/** A term with what its headlines say of it. */
interface Candidate extends GrownTerm, TermReading {
  /** The numbers of its headlines. */
  titles: readonly number[]
  vector: Float64Array | null
  /** How much it says for a topic: its stories times the logarithm of its growth, more for a phrase or a name. */
  weight: number
}

/**
 * Forms topics from terms that grew. Add the headlines of the last window; then a term that stands in one phrase in most of its headlines is that phrase,
 * terms that say nothing alone are left out, and terms of the same headlines and of near meaning are one topic.
 */
export function createTopicFinder({ grown, reader, storiesWith, storiesBefore }: TopicFinderInput) {
  const indexOf = new Map(grown.map(({ term }, index) => [term, index]))
  const titlesOfTerm: number[][] = grown.map(() => [])
  const titles: ReadTitle[] = []
  const stories = new Set<string>()

  function toCandidate(one: GrownTerm, own: readonly number[]): Candidate | null {
    const reading = readTerm(
      own.slice(0, maxTitlesPerTerm).flatMap((at) => titles[at] ?? []),
      { reader, storiesWith, grown: one },
    )
    if (reading === null) return null
    const isWord = reading.phrase.length === 1 && !reading.isName
    return {
      ...one,
      ...reading,
      canLead: reading.canLead && !(isWord && isCommon(one, storiesBefore)),
      titles: own,
      vector: vectorOf(reading.phrase, reader),
      weight: one.stories * Math.max(minLogGrowth, Math.log(one.growth)) * (isWord ? 1 : nameGain),
    }
  }

  return {
    /** Adds a headline of the last window; copies of a story count once. */
    add({ clusterId, title }: { clusterId: string; title: string }): void {
      if (stories.has(clusterId)) return
      stories.add(clusterId)
      const read = readTitle(title)
      const terms = new Set<number>()
      read.words.forEach((word, at) => {
        for (const term of [word, `${read.words[at - 1] ?? ''} ${word}`]) {
          const index = indexOf.get(term)
          if (index !== undefined) terms.add(index)
        }
      })
      if (terms.size === 0) return
      for (const index of terms) titlesOfTerm[index]?.push(titles.length)
      titles.push(read)
    },

    /** The topics, those that grew most first. A generator, so that other work can run between its steps of a few milliseconds. */
    *topics(): Generator<undefined, GrowingTopic[], undefined> {
      const candidates: Candidate[] = []
      for (const [index, one] of grown.entries()) {
        const candidate = toCandidate(one, titlesOfTerm[index] ?? [])
        if (candidate !== null) candidates.push(candidate)
        if (index % termsPerStep === 0) yield
      }
      const topics: GrowingTopic[] = []
      const names = new Set<string>()
      for (const group of yield* groupCandidates(candidates)) {
        const topic = describe(group, titles)
        const name = topic.terms[0]?.toLowerCase() ?? ''
        if (names.has(name)) continue
        for (const term of topic.terms) names.add(term.toLowerCase())
        topics.push(topic)
        if (topics.length === maxTopics) break
        yield
      }
      return topics
    },
  }
}

/** A lower-case word in more than this part of the earlier headlines is general, unless it grew by more than this factor. */
const commonPart = 0.01
const commonStories = 10
const commonGrowth = 2

function isCommon({ previous, growth }: GrownTerm, storiesBefore: number): boolean {
  return previous >= Math.max(commonStories, commonPart * storiesBefore) && growth < commonGrowth
}

/** What may not have grown still counts for something. */
const minLogGrowth = 0.05
/** A name or phrase says more than a word. */
const nameGain = 1.5

/** Star clusters: the heaviest term is a head and takes the terms that are near it, then the heaviest of the rest. */
function* groupCandidates(candidates: readonly Candidate[]): Generator<undefined, Candidate[][], undefined> {
  const rest = new Set(candidates.toSorted((a, b) => b.weight - a.weight || (a.term < b.term ? -1 : 1)))
  const groups: Candidate[][] = []
  for (const head of rest) {
    const own = new Set(head.titles)
    rest.delete(head)
    if (!head.canLead || isAspect(head, candidates) || groups.some((group) => isDetail(head, group))) continue
    const group = [head]
    for (const other of rest) {
      const nearness = nearnessOf(head, own, other)
      if (nearness < minNearness) continue
      // what grew far less is another topic, unless it is in the same headlines
      if (nearness < sameHeadlines && other.growth < growthPart * Math.sqrt(head.growth)) continue
      group.push(other)
      rest.delete(other)
    }
    if (isTopic(group)) groups.push(group)
    yield
  }
  return groups.toSorted((a, b) => rankOf(b) - rankOf(a))
}

/**
 * Whether a term is a detail of a topic that was found before: its headlines are those of the topic, and it shares a word with one of its terms (*wuhan
 * virus*), or it is a name in a small part of them.
 */
function isDetail(one: Candidate, group: readonly Candidate[]): boolean {
  const [head] = group
  const own = new Set(group.flatMap(({ titles }) => titles))
  const inGroup = one.titles.filter((title) => own.has(title)).length / one.titles.length
  const isOfTerm = group.some((other) => other.titles.length >= one.titles.length && sharesWord(one, other))
  if (isOfTerm) return inGroup >= detailPart
  return inGroup >= nameDetailPart && head !== undefined && one.titles.length <= smallPart * head.titles.length
}

const detailPart = 0.4
const nameDetailPart = 0.7
const smallPart = 0.05

/** A lower-case word that stands beside a more frequent term in most of its headlines tells of that one (Sanderson & Croft 1999). */
function isAspect(one: Candidate, all: readonly Candidate[]): boolean {
  if (one.phrase.length > 1 || one.isName) return false
  const own = new Set(one.titles)
  return all.some(
    (other) =>
      other.titles.length > own.size &&
      !isPartOf(one.phrase, other.phrase) &&
      other.titles.filter((title) => own.has(title)).length >= aspectPart * own.size,
  )
}

const aspectPart = 0.6

/** One lower-case word, in whatever forms, is a topic only where its growth is no chance. */
function isTopic(group: readonly Candidate[]): boolean {
  const [head] = group
  return group.some(
    (one) =>
      one.phrase.length > 1 ||
      one.isName ||
      one.isDiscovery ||
      (head !== undefined && !isPartOf(one.phrase, head.phrase)),
  )
}

/** Discoveries first, then by what the strongest of the group grew at least. */
function rankOf(group: readonly Candidate[]): number {
  const discoveries = group.filter(({ isDiscovery }) => isDiscovery)
  const ranked = discoveries.length > 0 ? discoveries : group
  return (discoveries.length > 0 ? Number.MAX_SAFE_INTEGER / 2 : 0) + Math.max(...ranked.map(({ growth }) => growth))
}

/** Chosen by reading topics of the archives of docs/measures.md. */
const minNearness = 0.4
const sameHeadlines = 0.7
const growthPart = 0.8
/** What near meaning adds to common headlines, from a cosine of one half. */
const meaningPart = 0.35
const minMeaning = 0.5
const minCommon = 0.05

/** How near a term is to a head: the cosine of their sets of headlines, and up to .35 more for near meaning. 1 for one name in two spellings. */
function nearnessOf(head: Candidate, own: ReadonlySet<number>, other: Candidate): number {
  if (toKey(head.phrase) === toKey(other.phrase)) return 1
  const common = other.titles.filter((title) => own.has(title)).length
  const together = common / Math.sqrt(own.size * other.titles.length)
  if (isPartOf(head.phrase, other.phrase) || isPartOf(other.phrase, head.phrase))
    return Math.max(together, sameHeadlines)
  if (together < minCommon) return 0
  const meaning = Math.max(0, cosine(head.vector, other.vector) - minMeaning) / (1 - minMeaning)
  return together + meaningPart * meaning
}

/** The same for *iOS 7* and *iOS7*, and for singular and plural. */
function toKey(words: readonly string[]): string {
  return words.map(lightStem).join('')
}

/** Whether all words, in any form, are among others. */
function isPartOf(words: readonly string[], others: readonly string[]): boolean {
  return words.every((word) => others.some((other) => isOneWord(lightStem(word), lightStem(other))))
}

function vectorOf(words: readonly string[], reader: WordReader | null): Float64Array | null {
  return reader === null ? null : meanVector(reader, words)
}

/** The direction of the words and phrases of a text; null where none is known. */
export function meanVector({ vectors, readRows, rows }: WordReader, words: readonly string[]): Float64Array | null {
  const { dimensions } = vectors
  const sum = new Float64Array(dimensions)
  for (const row of readRows(words))
    for (let at = 0; at < dimensions; at++) sum[at] = (sum[at] ?? 0) + (rows[row * dimensions + at] ?? 0)
  const length = Math.hypot(...sum)
  return length === 0 ? null : sum.map((value) => value / length)
}

/** The cosine of two directions; 0 where one is unknown. */
export function cosine(one: Float64Array | null, other: Float64Array | null): number {
  if (one === null || other === null) return 0
  let sum = 0
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0)
  return sum
}

/** A phrase that holds this part of the headlines of a lower-case word names the topic better: *gold medal* for *medal*. */
const phraseNamePart = 0.4

function describe(group: readonly Candidate[], titles: readonly ReadTitle[]): GrowingTopic {
  const ranked = group.toSorted((a, b) => b.weight - a.weight || (a.term < b.term ? -1 : 1))
  const shown: Candidate[] = []
  for (const one of ranked) {
    if (shown.some((other) => sharesWord(one, other))) continue
    shown.push(one)
    if (shown.length === maxTopicTerms) break
  }
  const terms = shown.map((one) => {
    const isWord = one.phrase.length === 1 && !one.isName
    const longer = isWord
      ? ranked.find((other) => other.titles.length >= phraseNamePart * one.titles.length && isLonger(other, one))
      : undefined
    return writeTerm(longer ?? one, titles)
  })
  return { terms, searches: shown.map(({ search }) => search.join(' ')) }
}

function isLonger({ phrase }: Candidate, { phrase: [word = ''] }: Candidate): boolean {
  return phrase.length > 1 && phrase.some((one) => lightStem(one) === lightStem(word))
}

function sharesWord({ phrase }: Candidate, other: Candidate): boolean {
  const stems = new Set(phrase.filter(isContextTerm).map(lightStem))
  return toKey(phrase) === toKey(other.phrase) || other.phrase.some((word) => stems.has(lightStem(word)))
}

function writeTerm({ phrase, isName, titles: own }: Candidate, titles: readonly ReadTitle[]): string {
  const texts = own.slice(0, titlesPerForm).flatMap((at) => titles[at] ?? [])
  const form = writtenForm(
    phrase.map(lightStem),
    texts.map(({ title }) => ({ title, body: null })),
  )
  // a word at the beginning of a headline has a capital whatever it is
  return isName || /\p{Lu}/u.test(form.slice(1)) ? form : form.toLowerCase()
}
