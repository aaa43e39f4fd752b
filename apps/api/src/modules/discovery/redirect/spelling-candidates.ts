import type { Vocabulary } from './vocabulary.ts'

/** A wording that may have been meant. */
export interface SpellingCandidate {
  text: string
  /** Edits between what was asked and this. */
  distance: number
}

/** A known word is taken for a slip when another is so many times as frequent. */
const slipFactor = 50
const perWord = 3
const mostCandidates = 12

/**
 * Wordings that a misspelt term may stand for, at most 12, each to be counted: the whole as a known name, each strange word
 * corrected, a word that should be two.
 */
export function spellingCandidates(words: readonly string[], vocabulary: Vocabulary): SpellingCandidate[] {
  const asked = words.join(' ')
  const found = new Map<string, SpellingCandidate>()
  const add = (text: string, distance: number) => {
    if (text !== asked && !found.has(text) && found.size < mostCandidates) found.set(text, { text, distance })
  }
  for (const { text, distance } of vocabulary.corrections(asked, perWord)) add(text, distance)
  for (const { text, distance } of correctWords(words, vocabulary)) add(text, distance)
  for (const text of words.length === 1 ? splits(asked, vocabulary) : []) add(text, 1)
  return [...found.values()]
}

/** Every way to correct the strange words, the likeliest first. */
function correctWords(words: readonly string[], vocabulary: Vocabulary): SpellingCandidate[] {
  let phrases: SpellingCandidate[] = [{ text: '', distance: 0 }]
  for (const word of words) {
    const known = vocabulary.frequencyOf(word)
    const better = vocabulary
      .corrections(word, perWord)
      .filter(({ text, frequency }) => !text.includes(' ') && frequency >= slipFactor * known)
    const options = [...better, ...(known > 0 || better.length === 0 ? [{ text: word, distance: 0 }] : [])]
    phrases = phrases
      .flatMap((phrase) =>
        options.map(({ text, distance }) => ({
          text: `${phrase.text} ${text}`.trimStart(),
          distance: phrase.distance + distance,
        })),
      )
      .slice(0, mostCandidates)
  }
  return phrases.filter(({ distance }) => distance > 0)
}

/** Two known words that were written as one. */
function splits(word: string, vocabulary: Vocabulary): string[] {
  const least = 3
  const pairs: { text: string; weight: number }[] = []
  for (let at = least; at <= word.length - least; at += 1) {
    const [first, second] = [word.slice(0, at), word.slice(at)]
    const weight = Math.min(vocabulary.frequencyOf(first), vocabulary.frequencyOf(second))
    if (weight > 0) pairs.push({ text: `${first} ${second}`, weight })
  }
  return pairs
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, perWord)
    .map(({ text }) => text)
}
