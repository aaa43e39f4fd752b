import { meanVector, likenessOf } from '../meaning/similar-texts.ts'
import type { WordReader } from '../meaning/word-vectors.ts'
import { tokens } from '../text/tokenize.ts'
import { toOtherNumber } from './other-wordings.ts'
import { isRegionalSpelling, minSlipEvidence, slipCost, slipEvidence } from './slip-cost.ts'
import type { Correction, KnownWording } from './spelling-index.ts'

/** The words and names of a library. */
export interface SpellingVocabulary {
  corrections(text: string, limit: number): Correction[]
  /** Approximate number of documents that contain a word; 0 when unknown. */
  frequencyOf(word: string): number
}

export interface SpellingInput {
  /** Folded words of the typed text. */
  words: readonly string[]
  vocabulary: SpellingVocabulary
  /** Vectors of the library's words; null where it has none. */
  reader: WordReader | null
  /** Folded topics that the person searched before. */
  ownSearches: readonly KnownWording[]
  /** Documents with each text, each counted up to a limit. */
  count: (texts: readonly string[]) => Promise<number[]>
  /** Beginnings of some documents with the typed text. */
  readTexts: (limit: number) => Promise<readonly string[]>
}

/** What was probably meant by a typed text. */
export interface FoundSpelling {
  /** Folded. */
  text: string
  documents: number
}

/** A spelling that is in fewer documents is no help. */
const minDocuments = 10
const perWord = 4
/** In a phrase the other words decide, so more are tried. */
const perWordOfPhrase = 8
const maxCandidates = 20
/** A slip in one word; a dearer one is another word. */
const maxWordCost = 2.6
/** A word that is right in itself stands for another only by a likely slip: *braking bad*. */
const maxKnownWordCost = 1.6
/** Short words are near to many others: only swapped and doubled letters show a slip. */
const shortWord = 4
const maxShortCost = 1
/** A space that was forgotten or put into a word. */
const spaceCost = 1
/** Documents with the typed text that are read; with more of them it is in use. */
const [readDocuments, maxReadable] = [10, 30]

/**
 * The wording that was probably meant by a typed text, or null: a correction of one or two words, two words written as one or one as two, a name, or an
 * earlier search. It is weighed by the documents of both, the cost of the slip, and, where documents hold the typed text, by whether they are about what
 * the correction means. Precision goes first: a rare, foreign or new word that is right must never be "corrected".
 */
export async function findSpelling(input: SpellingInput): Promise<FoundSpelling | null> {
  const { words, count } = input
  const typed = words.join(' ')
  const candidates = spellingCandidates(input)
  if (candidates.length === 0) return null
  const [typedDocuments = 0, ...counts] = await count([typed, ...candidates.map(({ text }) => text)])
  const weighed = candidates
    .map((candidate, at) => {
      const meantDocuments = counts[at] ?? 0
      const slip = { typed, meant: candidate.text, cost: candidate.cost, typedDocuments, meantDocuments }
      return { ...candidate, documents: meantDocuments, evidence: slipEvidence(slip) }
    })
    .filter(({ documents }) => documents >= minDocuments)
    .toSorted((a, b) => b.evidence - a.evidence)
  const [best] = weighed
  if (best === undefined) return null
  const context = await contextEvidence(best, typedDocuments, input)
  return best.evidence + context >= minSlipEvidence ? { text: best.text, documents: best.documents } : null
}

/** A wording that may have been meant. */
interface SpellingCandidate {
  text: string
  cost: number
  /** The words that differ. */
  replaced: readonly (readonly [typed: string, meant: string])[]
}

/** The wordings that a text may stand for, at most 16, the cheapest first. */
function spellingCandidates({ words, vocabulary, ownSearches }: SpellingInput): SpellingCandidate[] {
  const typed = words.join(' ')
  const found = new Map<string, SpellingCandidate>()
  const add = (candidate: SpellingCandidate) => {
    const known = found.get(candidate.text)
    if (candidate.text !== typed && (known === undefined || known.cost > candidate.cost))
      found.set(candidate.text, candidate)
  }
  for (const candidate of correctWords(words, vocabulary)) add(candidate)
  const [only = ''] = words
  if (words.length === 1) for (const text of splits(only, vocabulary)) add({ text, cost: spaceCost, replaced: [] })
  else {
    add({ text: words.join(''), cost: spaceCost, replaced: [] })
    for (const { text, cost } of vocabulary.corrections(typed, perWord)) add({ text, cost, replaced: [] })
  }
  for (const { text } of ownSearches) {
    const cost = text.length <= shortWord ? Infinity : slipCost(typed, text)
    if (cost <= maxWordCost) add({ text, cost, replaced: [] })
  }
  return [...found.values()].toSorted((a, b) => a.cost - b.cost).slice(0, maxCandidates)
}

/** Every way to correct one or two of the words. */
function correctWords(words: readonly string[], vocabulary: SpellingVocabulary): SpellingCandidate[] {
  let phrases: SpellingCandidate[] = [{ text: '', cost: 0, replaced: [] }]
  for (const word of words) {
    const isKnown = vocabulary.frequencyOf(word) > 0
    const better = vocabulary
      .corrections(word, words.length > 1 ? perWordOfPhrase : perWord)
      .filter(
        ({ text, cost }) =>
          !text.includes(' ') &&
          text.includes("'") === word.includes("'") &&
          cost <= (isKnown && words.length > 1 ? maxKnownWordCost : maxWordCost) &&
          (words.length > 1 || Math.min(word.length, text.length) > shortWord || cost <= maxShortCost) &&
          text !== toOtherNumber(word) &&
          !isRegionalSpelling(word, text),
      )
    phrases = phrases
      .flatMap(({ text: before, cost, replaced }) => [
        { text: `${before} ${word}`.trimStart(), cost, replaced },
        ...better.map((one) => ({
          text: `${before} ${one.text}`.trimStart(),
          cost: cost + one.cost,
          replaced: [...replaced, [word, one.text] as const],
        })),
      ])
      .filter(({ replaced }) => replaced.length <= 2)
  }
  return phrases.filter(({ replaced }) => replaced.length > 0)
}

/** Two known words that were written as one. */
function splits(word: string, vocabulary: SpellingVocabulary): string[] {
  const minLength = 3
  const pairs: { text: string; weight: number }[] = []
  for (let index = minLength; index <= word.length - minLength; index += 1) {
    const [first, second] = [word.slice(0, index), word.slice(index)]
    const weight = Math.min(vocabulary.frequencyOf(first), vocabulary.frequencyOf(second))
    if (weight > 0) pairs.push({ text: `${first} ${second}`, weight })
  }
  return pairs
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, perWord)
    .map(({ text }) => text)
}

/** What documents about what is meant have in common with it, and what chance gives. */
const [usualFit, fitWeight] = [0.15, 6]
/** A language of which the library knows fewer of the words is another one. */
const minKnownShare = 0.72
const minForeignTexts = 3

/** What the documents with the typed text say: whether they are about what the correction means, or in another language. 0 without documents. */
async function contextEvidence(
  { replaced }: SpellingCandidate,
  typedDocuments: number,
  { reader, readTexts }: SpellingInput,
): Promise<number> {
  const [first] = replaced
  if (
    reader === null ||
    typedDocuments === 0 ||
    typedDocuments > maxReadable ||
    first === undefined ||
    replaced.length > 1
  )
    return 0
  const [typed, meant] = first
  const texts = (await readTexts(readDocuments)).map((text) => tokens(text).filter((word) => word !== typed))
  const all = texts.flat()
  const isForeign =
    texts.length >= minForeignTexts && all.filter((word) => reader.isKnown(word)).length < minKnownShare * all.length
  if (isForeign) return -Infinity
  const fit = texts.length === 0 ? null : likenessOf(meanVector(texts, reader), reader, meant)
  return fit === null ? 0 : fitWeight * (fit - usualFit)
}
