import { isContextTerm } from '../contexts/context-terms.ts'
import { nameStarts } from '../meaning/train-word-vectors.ts'
import type { WordReader } from '../meaning/word-vectors.ts'
import { tokenize } from '../text/tokenize.ts'
import type { GrownTerm } from './growing-terms.ts'

/** A headline as terms are read from it. */
export interface ReadTitle {
  title: string
  /** Folded words; an empty one stands where punctuation separates. */
  words: string[]
  /** Where each word begins and ends in the title. */
  spans: readonly { start: number; end: number }[]
  /** Whether most of its words have no capital, so that a capital shows a name. */
  isLowerCase: boolean
  /** For each word, whether it is in a label: before a colon at the beginning, after a bar or dash at the end, or in brackets. */
  isLabel: boolean[]
}

/** What the headlines with a term say of it. */
export interface TermReading {
  /** What it is in most of them: a longer phrase, or the term itself. */
  phrase: readonly string[]
  /** The words to search for: the term where it says enough alone, otherwise the phrase. */
  search: readonly string[]
  isName: boolean
  /** Whether a topic can be named by it. */
  canLead: boolean
}

const maxWords = 40
const maxLabelWords = 4
/** What may stand between two words of one phrase, as in `meaning/topic-words.ts`. */
const joint = /^(?:['’]s)?(?:\s| ?[-–] ?|\.(?!\s))?$/u

export function readTitle(title: string): ReadTitle {
  const found = tokenize(title).slice(0, maxWords)
  const words: string[] = []
  const spans: { start: number; end: number }[] = []
  let end = -1
  for (const { text, start, end: next } of found) {
    if (end >= 0 && !joint.test(title.slice(end, start))) {
      words.push('')
      spans.push({ start: end, end: start })
    }
    words.push(text)
    spans.push({ start, end: next })
    end = next
  }
  const long = found.slice(1).filter(({ text }) => text.length > 3)
  const capitals = long.filter(({ start }) => /\p{Lu}/u.test(title[start] ?? '')).length
  return {
    title,
    words,
    spans,
    isLowerCase: long.length >= 3 && capitals <= long.length / 2,
    isLabel: findLabels(title, spans, words),
  }
}

function findLabels(
  title: string,
  spans: readonly { start: number; end: number }[],
  words: readonly string[],
): boolean[] {
  const first = /^[^:|]{1,60}(?::\s|\s\|\s)/u.exec(title)?.[0].length ?? 0
  const wordsIn = (from: number, to: number) =>
    spans.filter(({ start, end }, at) => words[at] !== '' && start >= from && end <= to).length
  const last = findTrailingLabels(title, wordsIn)
  const lastBreak = words.lastIndexOf('')
  const firstOfShortEnd = lastBreak > 0 && words.length - lastBreak - 1 <= 2 ? lastBreak : words.length
  const isFirst = first > 0 && wordsIn(0, first) <= maxLabelWords
  return spans.map(({ start, end }, at) => {
    if (at >= firstOfShortEnd || (isFirst && end <= first) || start >= last) return true
    const open = title.lastIndexOf('[', start)
    return open >= 0 && title.indexOf(']', open) >= end
  })
}

/** Where the labels at the end begin, such as *- News - The State Journal - Register*; the length of the title where there are none. */
function findTrailingLabels(title: string, wordsIn: (from: number, to: number) => number): number {
  const marks = [...title.matchAll(/\s(?:\||[-–—»]|::)\s/gu)].map(({ index }) => index)
  let last = title.length
  for (const mark of marks.toReversed()) {
    const isOnly = last === title.length
    if (wordsIn(mark, last) > maxLabelWords || (!isOnly && wordsIn(0, mark) < minHeadlineWords)) break
    last = mark
  }
  return last
}

/** With fewer words before them, several short parts are the headline itself. */
const minHeadlineWords = 5

/** A neighbouring word belongs to a phrase when this part of the headlines have it there, */
const phrasePart = 0.5
/** and a word without content at its end, such as the A of Chick-fil-A, when nearly all have it. */
const endPart = 0.85
/** and a number when this part have it: *iOS 7*. */
const numberPart = 0.55
const maxPhraseWords = 6
/** Longer phrases are headlines or lines that outlets print. */
const maxNameWords = 5
/** A word is a name when nearly all headlines in lower case write it with a capital, */
const capitalPart = 0.8
const minCapitals = 3
/** Terms that are labels in most headlines name a column or a site. */
const maxLabelPart = 0.5
/** Two neighbours are a phrase when this part of the headlines with the rarer of them have both. */
const minTogether = 0.35
const minSpecificity = 0.65
const minKnownSpecificity = 0.45
const minLeadSpecificity = 0.75
const minNameSpecificity = 0.3
/** A capital word beside another one in most headlines is a part of several names: *County*, *University*. */
const maxPartOfNames = 0.6
/** A word that stands free of a following noun in fewer headlines than this part is an adjective: *British*, *daily*. */
const minFree = 0.15
/** Outside of its phrase a word grew by this factor, or it is searched as the phrase. */
const outsideGrowth = 2

interface ReadTermInput {
  reader: WordReader | null
  /** Stories of the last window with a word in their headline. */
  storiesWith: (word: string) => number
  /** The term as it was counted. */
  grown: GrownTerm
}

/** Reads a term in the headlines that have it; null where it says nothing alone. */
export function readTerm(titles: readonly ReadTitle[], input: ReadTermInput): TermReading | null {
  const { reader, grown } = input
  const words = grown.term.split(' ')
  const { isLabel, isName, isModifier } = readPlaces(words, titles)
  if (titles.length === 0 || isLabel || isOneText(titles)) return null
  const { phrase, covered } = findPhrase(words, titles)
  const content = phrase.filter(isContextTerm)
  if (content.length >= maxNameWords) return null
  const isKnown = phrase.some((word, at) => at > 0 && reader?.isPhrase(phrase[at - 1] ?? '', word) === true)
  const specificity = meanOf(content.map((word) => specificityOf(word, reader)))
  const isTelling =
    phrase.length > 1 &&
    (isName || grown.isDiscovery || specificity >= (isKnown ? minKnownSpecificity : minSpecificity))
  const found: FoundPhrase = { phrase, covered, isName, isModifier, isKnown, isTelling }
  return words.length > 1
    ? readTwoWords(words, found, { ...input, titles: titles.length })
    : readOneWord(grown.term, found, input)
}

/** The phrase of a term in its headlines. */
interface FoundPhrase {
  phrase: readonly string[]
  /** The part of the headlines that has it. */
  covered: number
  isName: boolean
  /** Whether the term is an adjective of what follows it. */
  isModifier: boolean
  /** Whether the library knows two of its words as a phrase. */
  isKnown: boolean
  /** Whether it says enough alone. */
  isTelling: boolean
}

/** Neighbouring words are read as their phrase, if they are one. */
function readTwoWords(
  words: readonly string[],
  { phrase, isName, isKnown, isTelling }: FoundPhrase,
  { reader, storiesWith, titles }: ReadTermInput & { titles: number },
): TermReading | null {
  const isPhrase = isKnown || phrase.length > 2 || titles >= minTogether * Math.min(...words.map(storiesWith))
  const isForeign = reader !== null && !isName && reader.readRows(phrase).length === 0
  return isPhrase && isTelling && !isForeign ? { phrase, search: phrase, isName, canLead: true } : null
}

/** A word is read as its phrase where that says more, and searched alone where it grew outside of it too. */
function readOneWord(
  word: string,
  { phrase, covered, isName, isModifier, isTelling }: FoundPhrase,
  { reader, grown }: ReadTermInput,
): TermReading | null {
  const specificity = specificityOf(word, reader)
  const isAlone = specificity >= (isName ? minNameSpecificity : minSpecificity)
  if (!isAlone && !isTelling) return null
  const isLeading = specificity >= minLeadSpecificity
  // where only the phrase grew, other documents with the word are about something else
  const grewOutside = grown.stories * (1 - covered) > outsideGrowth * (grown.previous + 1)
  const isSearched = isAlone && (!isTelling || (grewOutside && isName && isLeading && phrase.every(isContextTerm)))
  return {
    phrase: isTelling ? phrase : [word],
    search: isSearched ? [word] : phrase,
    isName,
    canLead: /^\p{L}/u.test(phrase[0] ?? '') && (isTelling || (!isModifier && (isName || isLeading))),
  }
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Whether headlines are copies of one text that were not recognised as one story. */
function isOneText(titles: readonly ReadTitle[]): boolean {
  const read = titles.slice(0, comparedTitles).map(({ words }) => new Set(words.filter(isContextTerm)))
  const [first, ...rest] = read
  if (first === undefined || rest.length === 0) return false
  const alike = read.slice(1).map((words, at) => {
    const before = read[at] ?? first
    const shared = [...words].filter((word) => before.has(word)).length
    return shared / Math.max(1, Math.min(words.size, before.size))
  })
  return first.size >= minTextWords && meanOf(alike) >= sameText
}

const comparedTitles = 20
const minTextWords = 4
const sameText = 0.75

/** Whether a term stands in labels, and whether headlines in lower case write it with a capital and not as a part of longer names. */
function readPlaces(
  words: readonly string[],
  titles: readonly ReadTitle[],
): { isLabel: boolean; isName: boolean; isModifier: boolean } {
  let [labels, capitals, parts, lower, free, seen] = [0, 0, 0, 0, 0, 0]
  for (const read of titles) {
    const at = indexOf(read.words, words)
    if (at < 0) continue
    if (read.isLabel[at] === true) labels++
    seen++
    if (!isContextTerm(read.words[at + words.length] ?? '')) free++
    if (!read.isLowerCase || at === 0) continue
    lower++
    if (!words.every((_, offset) => hasCapital(read, at + offset))) continue
    capitals++
    if (hasCapital(read, at + words.length) || (at > 1 && hasCapital(read, at - 1))) parts++
  }
  const isWritten = lower >= minCapitals && capitals >= capitalPart * lower
  return {
    isLabel: labels > maxLabelPart * titles.length,
    isName: isWritten && (words.length > 1 || parts <= maxPartOfNames * capitals),
    isModifier: words.length === 1 && free < minFree * seen,
  }
}

function hasCapital({ title, words, spans }: ReadTitle, at: number): boolean {
  const span = spans[at]
  return span !== undefined && words[at] !== '' && /\p{Lu}/u.test(title.slice(span.start, span.end))
}

/** The phrase in which a term stands in most headlines, and the part of them that has it. */
function findPhrase(
  words: readonly string[],
  titles: readonly ReadTitle[],
): { phrase: readonly string[]; covered: number } {
  let phrase = [...words]
  const shares = new Map<string, number>()
  while (phrase.length < maxPhraseWords) {
    const best = findNeighbour(phrase, titles)
    if (best === null || best.titles < phrasePart * titles.length || phrase.includes(best.word)) break
    shares.set(best.word, best.titles / titles.length)
    phrase = best.isBefore ? [best.word, ...phrase] : [...phrase, best.word]
  }
  // a year says when, and another number only belongs to a name that nearly always has it
  const isLoose = (word: string | undefined) =>
    word !== undefined &&
    !words.includes(word) &&
    !isContextTerm(word) &&
    (/^(?:19|20)\d\d$/.test(word) || (shares.get(word) ?? 0) < (/^\d/.test(word) ? numberPart : endPart))
  const isLooseStart = (word = '') => !words.includes(word) && !isContextTerm(word) && !nameStarts.has(word)
  while (phrase.length > 1 && isLooseStart(phrase[0])) phrase = phrase.slice(1)
  while (isLoose(phrase.at(-1))) phrase = phrase.slice(0, -1)
  // *due to*: one word and others without content say no more than the word
  const isWordWithJoints =
    words.length === 1 && phrase.filter(isContextTerm).length <= 1 && !phrase.some((word) => /\d/.test(word))
  if (phrase.length > maxNameWords || isWordWithJoints) phrase = [...words]
  const rest = phrase.filter((word) => !words.includes(word))
  return { phrase, covered: rest.length === 0 ? 1 : Math.min(...rest.map((word) => shares.get(word) ?? 1)) }
}

/** Forms of one word count as one neighbour: *North Korea* and *North Korean*. */
const formLetters = 5

/** The most frequent word before or after a phrase. */
function findNeighbour(
  phrase: readonly string[],
  titles: readonly ReadTitle[],
): { word: string; isBefore: boolean; titles: number } | null {
  const sides = new Map<string, { isBefore: boolean; titles: number; words: Map<string, number> }>()
  for (const { words } of titles) {
    const at = indexOf(words, phrase)
    if (at < 0) continue
    for (const isBefore of [true, false]) {
      const word = words[isBefore ? at - 1 : at + phrase.length] ?? ''
      if (word === '') continue
      const key = `${isBefore ? '<' : '>'}${word.slice(0, formLetters)}`
      const side = sides.get(key) ?? { isBefore, titles: 0, words: new Map<string, number>() }
      side.titles++
      side.words.set(word, (side.words.get(word) ?? 0) + 1)
      sides.set(key, side)
    }
  }
  const [best] = [...sides].toSorted(([a, one], [b, other]) => other.titles - one.titles || (a < b ? -1 : 1))
  if (best === undefined) return null
  const [, { isBefore, titles: count, words }] = best
  const [[word] = ['']] = [...words].toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
  return { word, isBefore, titles: count }
}

function indexOf(all: readonly string[], phrase: readonly string[]): number {
  return all.findIndex((_, at) => phrase.every((word, offset) => all[at + offset] === word))
}

/** Words compared with a word: those that are about as frequent. */
const peers = 300
const usualPart = 0.0026

/** Up to .3 for a rare word, and as much less, at half the rate, for a frequent one: few general words are rare. */
function rarityOf(share: number): number {
  const halvings = Math.log2(usualPart / share)
  return Math.max(-0.3, Math.min(0.3, halvings * (halvings > 0 ? 0.1 : 0.05)))
}

/**
 * How much a word says of what stands around it, among words that are about as frequent: the part of them whose vectors are shorter. 1 for an unknown word, 0 for the commonest.
 */
export function specificityOf(word: string, reader: WordReader | null): number {
  if (reader === null) return 1
  const { terms, strengths, counts, documents, commonWords } = reader.vectors
  if (commonWords.includes(word)) return 0
  const row = reader.readRows([word])[0]
  if (row === undefined) return 1
  const own = strengths[row] ?? 0
  let [weaker, compared] = [0, 0]
  for (let at = Math.max(0, row - peers); at < Math.min(terms.length, row + peers); at++) {
    if (terms[at]?.includes(' ') === true) continue
    compared++
    if ((strengths[at] ?? 0) < own) weaker++
  }
  return weaker / compared + rarityOf((counts[row] ?? 1) / documents)
}
