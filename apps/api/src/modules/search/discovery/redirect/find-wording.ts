import { findSpelling, minReportDocuments, type OtherWording, otherWordings, type SpellingInput } from '@auspex/analytics'

export interface FindWordingInput extends SpellingInput {
  /** Documents that match the term as requested. */
  documents: number
}

export interface FoundWording {
  text: string
  reason: 'named' | 'spelling' | 'synonym' | 'more-popular'
}

/** A synonym or another form must match this many times as many documents. */
const popularFactor = 3

/**
 * The wording to redirect to, or null. Meaning takes precedence over spelling: a synonym, then another form of the same words, each only when it
 * matches at least three times as many documents, and never an abbreviation; a correction only when the term itself is too rare for a report, so that
 * a word in real use is never "corrected".
 */
export async function findWording(input: FindWordingInput): Promise<FoundWording | null> {
  const { words, documents, count } = input
  const others = otherWordings(words).filter(({ text }) => !isShortForm(text))
  const counts = await count(others.map(({ text }) => text))
  const minDocuments = Math.max(minReportDocuments, popularFactor * documents)
  for (const kind of ['synonym', 'inflection'] as const) {
    const best = bestOf(others, (other, index) => (other.kind === kind ? (counts[index] ?? 0) : 0))
    if (best !== null && best.score >= minDocuments)
      return { text: best.item.text, reason: kind === 'synonym' ? 'synonym' : 'more-popular' }
  }
  if (documents >= minReportDocuments) return null
  const meant = await findSpelling(input)
  return meant === null ? null : { text: meant.text, reason: 'spelling' }
}

/** "EV" and "AI" have other meanings too: an abbreviation redirects to the words, never the other way. */
function isShortForm(text: string): boolean {
  return text.length <= 4 && !text.includes(' ')
}

function bestOf(
  items: readonly OtherWording[],
  scoreOf: (item: OtherWording, index: number) => number,
): { item: OtherWording; score: number } | null {
  let best: { item: OtherWording; score: number } | null = null
  items.forEach((item, index) => {
    const score = scoreOf(item, index)
    if (score > 0 && (best === null || score > best.score)) best = { item, score }
  })
  return best
}
