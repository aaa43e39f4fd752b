import { editDistance, type KnownWording, otherWordings, type OtherWording } from '@auspex/analytics'
import type { Vocabulary } from './vocabulary.ts'

/** A known word is treated as a typo when a similar one is this many times as frequent. */
const slipFactor = 50
const perWord = 3
const maxCandidates = 12

export interface FindWordingInput {
  /** Folded words of the term. */
  words: readonly string[]
  /** Documents that match the term as requested. */
  documents: number
  vocabulary: Vocabulary
  /** Terms that the caller searched before, folded. */
  ownSearches: readonly KnownWording[]
  /** Counts wordings, each up to a limit. */
  count: (texts: readonly string[]) => Promise<number[]>
}

export interface FoundWording {
  text: string
  reason: 'named' | 'spelling' | 'synonym' | 'more-popular'
}

/** Documents that a report needs. */
export const minWordingDocuments = 10
/** A synonym or another form must match this many times as many documents. */
const popularFactor = 3
/** Each edit must be outweighed by this many times the documents. */
const editFactor = 10

/**
 * The wording to redirect to, or null. Meaning takes precedence over spelling: a synonym, then another form of the same words, each only when it
 * matches at least three times as many documents, and never an abbreviation; a correction only when the term itself is too rare for a report, so that
 * a word in real use is never "corrected".
 */
export async function findWording(input: FindWordingInput): Promise<FoundWording | null> {
  const { words, documents, vocabulary, ownSearches, count } = input
  const others = otherWordings(words).filter(({ text }) => !isShortForm(text))
  const counts = await count(others.map(({ text }) => text))
  const minDocuments = Math.max(minWordingDocuments, popularFactor * documents)
  for (const kind of ['synonym', 'inflection'] as const) {
    const best = bestOf(others, (other, index) => (other.kind === kind ? (counts[index] ?? 0) : 0))
    if (best !== null && best.score >= minDocuments)
      return { text: best.item.text, reason: kind === 'synonym' ? 'synonym' : 'more-popular' }
  }
  if (documents >= minWordingDocuments) return null
  const searchText = words.join(' ')
  const ownWordings = ownSearches.flatMap(({ text }) => {
    const distance = searchText.length < 4 ? null : editDistance(searchText, text, searchText.length < 8 ? 1 : 2)
    return distance === null || distance === 0 ? [] : [{ text, distance }]
  })
  const candidates = [...ownWordings, ...spellingCandidates(words, vocabulary)]
  const candidateCounts = await count(candidates.map(({ text }) => text))
  const best = bestOf(candidates, ({ distance }, index) => {
    const documentCount = candidateCounts[index] ?? 0
    return documentCount >= minDocuments ? documentCount / editFactor ** distance : 0
  })
  return best === null ? null : { text: best.item.text, reason: 'spelling' }
}

/** "EV" and "AI" have other meanings too: an abbreviation redirects to the words, never the other way. */
function isShortForm(text: string): boolean {
  return text.length <= 4 && !text.includes(' ')
}

function bestOf<Item extends OtherWording | { text: string }>(
  items: readonly Item[],
  scoreOf: (item: Item, index: number) => number,
): { item: Item; score: number } | null {
  let best: { item: Item; score: number } | null = null
  items.forEach((item, index) => {
    const score = scoreOf(item, index)
    if (score > 0 && (best === null || score > best.score)) best = { item, score }
  })
  return best
}

/** A wording that may have been intended. */
interface SpellingCandidate {
  text: string
  /** Edit distance from the requested term. */
  distance: number
}

/**
 * Wordings that a misspelled term may stand for, at most 12, each to be counted: a known name for the whole term, corrections of each unknown word,
 * and a word split in two.
 */
function spellingCandidates(words: readonly string[], vocabulary: Vocabulary): SpellingCandidate[] {
  const original = words.join(' ')
  const spellings = new Map<string, SpellingCandidate>()
  const add = (text: string, distance: number) => {
    if (text !== original && !spellings.has(text) && spellings.size < maxCandidates)
      spellings.set(text, { text, distance })
  }
  for (const { text, distance } of vocabulary.corrections(original, perWord)) add(text, distance)
  for (const { text, distance } of correctWords(words, vocabulary)) add(text, distance)
  for (const text of words.length === 1 ? splits(original, vocabulary) : []) add(text, 1)
  return [...spellings.values()]
}

/** Every way to correct the unknown words, the most likely first. */
function correctWords(words: readonly string[], vocabulary: Vocabulary): SpellingCandidate[] {
  let phrases: SpellingCandidate[] = [{ text: '', distance: 0 }]
  for (const word of words) {
    const wordFrequency = vocabulary.frequencyOf(word)
    const better = vocabulary
      .corrections(word, perWord)
      .filter(({ text, frequency }) => !text.includes(' ') && frequency >= slipFactor * wordFrequency)
    const options = [...better, ...(wordFrequency > 0 || better.length === 0 ? [{ text: word, distance: 0 }] : [])]
    phrases = phrases
      .flatMap((phrase) =>
        options.map(({ text, distance }) => ({
          text: `${phrase.text} ${text}`.trimStart(),
          distance: phrase.distance + distance,
        })),
      )
      .slice(0, maxCandidates)
  }
  return phrases.filter(({ distance }) => distance > 0)
}

/** Two known words that were written as one. */
function splits(word: string, vocabulary: Vocabulary): string[] {
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
