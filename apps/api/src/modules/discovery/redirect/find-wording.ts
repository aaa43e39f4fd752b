import { editDistance, type KnownWording, otherWordings, type OtherWording } from '@auspex/analytics'
import { spellingCandidates } from './spelling-candidates.ts'
import type { Vocabulary } from './vocabulary.ts'

export interface FindWordingInput {
  /** Folded words of the term. */
  words: readonly string[]
  /** Documents that match the term as it was asked. */
  documents: number
  vocabulary: Vocabulary
  /** Terms that the caller searched before, folded. */
  ownSearches: readonly KnownWording[]
  /** Counts wordings, each up to a bound. */
  count: (texts: readonly string[]) => Promise<number[]>
}

export interface FoundWording {
  text: string
  reason: 'named' | 'spelling' | 'synonym' | 'more-popular'
}

/** Documents that a report needs. */
export const neededDocuments = 10
/** A synonym or another form must find so many times as many documents. */
const popularFactor = 3
/** An edit must be made up for by so many times the documents. */
const editFactor = 10

/**
 * The wording to lead to instead, or null. Meaning comes before letters: a synonym, then another form of the same words, each
 * only when it finds at least three times as many documents, and never a short form; a correction only where the term itself is too rare for a report,
 * so that a word which people use is never "corrected".
 */
export async function findWording(input: FindWordingInput): Promise<FoundWording | null> {
  const { words, documents, vocabulary, ownSearches, count } = input
  const others = otherWordings(words).filter(({ text }) => !isShortForm(text))
  const counts = await count(others.map(({ text }) => text))
  const least = Math.max(neededDocuments, popularFactor * documents)
  for (const kind of ['synonym', 'inflection'] as const) {
    const best = bestOf(others, (other, index) => (other.kind === kind ? (counts[index] ?? 0) : 0))
    if (best !== null && best.score >= least)
      return { text: best.item.text, reason: kind === 'synonym' ? 'synonym' : 'more-popular' }
  }
  if (documents >= neededDocuments) return null
  const searchText = words.join(' ')
  const own = ownSearches.flatMap(({ text }) => {
    const distance = searchText.length < 4 ? null : editDistance(searchText, text, searchText.length < 8 ? 1 : 2)
    return distance === null || distance === 0 ? [] : [{ text, distance }]
  })
  const candidates = [...own, ...spellingCandidates(words, vocabulary)]
  const candidateCounts = await count(candidates.map(({ text }) => text))
  const best = bestOf(candidates, ({ distance }, index) => {
    const documentCount = candidateCounts[index] ?? 0
    return documentCount >= least ? documentCount / editFactor ** distance : 0
  })
  return best === null ? null : { text: best.item.text, reason: 'spelling' }
}

/** "EV" and "AI" stand for other things too: a short form leads to the words, and never the other way. */
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
