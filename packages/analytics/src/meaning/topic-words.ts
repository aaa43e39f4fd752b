import { isContextTerm } from '../contexts/context-terms.ts'
import { lightStem } from '../narratives/light-stem.ts'
import { tokenize } from '../text/tokenize.ts'
import type { Steps } from './steps.ts'
import { readLength, type ReadableDocument } from './train-word-vectors.ts'
import { withoutAddresses, type WordReader } from './word-vectors.ts'

/** The texts of a topic as words and as terms: stems of content words, and phrases of two of them. */
export interface TopicWords {
  /** Folded words of each text; an empty one stands between title and body. */
  texts: string[][]
  /** The terms of each text by number, in order, each as often as it occurs. The words of the topic are no terms. */
  terms: number[][]
  /** The stems of each term, one or two. */
  stems: (readonly string[])[]
  /** Number of texts with each term. */
  counts: number[]
  /** How much content each term has, in [0, 1]; of a phrase, that of its words together. */
  content: number[]
  /** The stems of the topic's words, and those that stand beside one of them almost always: *barack* for obama, *edward* for snowden. */
  own: ReadonlySet<string>
}

/** A document to read, and the words that its outlet prints in most titles (`outletBoilerplate`). */
export interface TopicText extends ReadableDocument {
  boilerplate?: ReadonlySet<string> | undefined
}

/** What stands for a word that is no term, and for a word of the topic. */
const noWord = -1
const ownWord = -2

/** Neighbours are a phrase of the topic when this many texts have them, */
const minPhraseTexts = 3
/** and they are together in at least this part of the texts with the rarer of them. */
const minPhrasePart = 0.4

/** Texts read in a step. */
const textsPerStep = 150

/** Reads the title and the first 400 characters of each document. `own` are the stems of the query's words, which all texts share. */
export function* readTopic(
  documents: readonly TopicText[],
  { own: queryStems, reader }: { own: ReadonlySet<string>; reader: WordReader | null },
): Steps<TopicWords> {
  const texts: string[][] = []
  for (const { title, body, boilerplate } of documents) {
    if (texts.length % textsPerStep === textsPerStep - 1) yield
    const words = toRuns(withoutAddresses(title))
    if (body !== null && body !== '') words.push('', ...toRuns(withoutAddresses(body.slice(0, readLength))))
    texts.push(boilerplate === undefined ? words : words.map((word) => (boilerplate.has(word) ? '' : word)))
  }
  yield
  const numbers = new Map<string, number>()
  const stems: (readonly string[])[] = []
  const counts: number[] = []
  const content: number[] = []
  const stemOf = new Map<string, number>()
  const numberOf = (word: string): number => {
    const known = stemOf.get(word)
    if (known !== undefined) return known
    const stem = lightStem(word)
    let number = queryStems.has(stem) ? ownWord : noWord
    if (number === noWord && isTopicWord(word)) {
      number = numbers.get(stem) ?? stems.length
      if (number === stems.length) {
        numbers.set(stem, number)
        stems.push([stem])
        counts.push(0)
        content.push(reader?.contentOf(word) ?? 1)
      }
    }
    stemOf.set(word, number)
    return number
  }
  const read = texts.map((words) => words.map(numberOf))
  yield
  const companions = findCompanions(read, stems.length)
  const own = new Set([...queryStems, ...[...companions].flatMap((stem) => stems[stem] ?? [])])
  const sequences = read.map((sequence) => sequence.map((stem) => (companions.has(stem) ? ownWord : stem)))
  yield
  countTexts(sequences, counts)
  yield
  const phrases = findTopicPhrases(texts, sequences, { counts, reader })
  for (const key of phrases.keys()) {
    const [first, second] = [Math.floor(key / phraseBase), key % phraseBase]
    phrases.set(key, stems.length)
    stems.push([...(stems[first] ?? []), ...(stems[second] ?? [])])
    counts.push(0)
    content.push(Math.max(content[first] ?? 1, content[second] ?? 1))
  }
  yield
  const terms = sequences.map((sequence) => {
    const found: number[] = []
    let before = -1
    for (const number of sequence) {
      if (number >= 0) {
        found.push(number)
        const phrase = before < 0 ? undefined : phrases.get(before * phraseBase + number)
        if (phrase !== undefined) found.push(phrase)
      }
      before = number
    }
    return found
  })
  yield
  counts.fill(0)
  countTexts(terms, counts)
  return { texts, terms, stems, counts, content, own }
}

/** A stem that occurs this often, */
const minOccurrences = 5
/** and beside a word of the topic in this part of its occurrences, belongs to the name of the topic. */
const companionPart = 0.8

/** The stems that belong to the topic's name; the sequences have `ownWord` for its words. */
function findCompanions(sequences: readonly (readonly number[])[], stems: number): Set<number> {
  const occurrences = new Uint32Array(stems)
  const beside = new Uint32Array(stems)
  for (const sequence of sequences) {
    sequence.forEach((stem, at) => {
      if (stem < 0) return
      occurrences[stem] = (occurrences[stem] ?? 0) + 1
      if (sequence[at - 1] === ownWord || sequence[at + 1] === ownWord) beside[stem] = (beside[stem] ?? 0) + 1
    })
  }
  const found = new Set<number>()
  occurrences.forEach((all, stem) => {
    if (all >= minOccurrences && (beside[stem] ?? 0) >= companionPart * all) found.add(stem)
  })
  return found
}

/** What may stand between two words of one phrase, as in `choose-headline.ts`. */
const joint = /^(?:['’]s)?(?:\s| ?[-–] ?|\.(?!\s))?$/u

/** The folded words of a text, with an empty one where punctuation separates. */
export function toRuns(text: string): string[] {
  const words: string[] = []
  let end = -1
  for (const token of tokenize(text)) {
    if (end >= 0 && !(token.start === end + 1 && text[end] === ' ') && !joint.test(text.slice(end, token.start)))
      words.push('')
    words.push(token.text)
    end = token.end
  }
  return words
}

/** Numbers of two or more digits ("covid 19", "2012") tell subjects apart as words do. */
function isTopicWord(word: string): boolean {
  return isContextTerm(word) || /^\d{2,}$/.test(word)
}

function countTexts(sequences: readonly (readonly number[])[], counts: number[]): void {
  for (const sequence of sequences)
    for (const number of new Set(sequence)) if (number >= 0) counts[number] = (counts[number] ?? 0) + 1
}

/** More than the stems of any topic, so that two of them make one exact number. */
const phraseBase = 2 ** 24

/** The phrases by their two stems, as `first * phraseBase + second`, each with the number 0. */
function findTopicPhrases(
  texts: readonly (readonly string[])[],
  sequences: readonly (readonly number[])[],
  { counts, reader }: { counts: readonly number[]; reader: WordReader | null },
): Map<number, number> {
  const together = new Map<number, { texts: number; last: number; isKnown: boolean }>()
  sequences.forEach((sequence, text) => {
    for (let at = 1; at < sequence.length; at++) {
      const [first, second] = [sequence[at - 1] ?? -1, sequence[at] ?? -1]
      if (first < 0 || second < 0 || first === second) continue
      const key = first * phraseBase + second
      const seen = together.get(key)
      if (seen === undefined) {
        const isKnown = reader?.isPhrase(texts[text]?.[at - 1] ?? '', texts[text]?.[at] ?? '') ?? false
        together.set(key, { texts: 1, last: text, isKnown })
      } else if (seen.last !== text) {
        seen.texts++
        seen.last = text
      }
    }
  })
  const phrases = new Map<number, number>()
  for (const [key, { texts: count, isKnown }] of together) {
    const rarer = Math.min(counts[Math.floor(key / phraseBase)] ?? 0, counts[key % phraseBase] ?? 0)
    if (isKnown ? count >= 2 : count >= minPhraseTexts && count >= minPhrasePart * rarer) phrases.set(key, 0)
  }
  return phrases
}
