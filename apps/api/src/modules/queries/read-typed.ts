import { phraseCandidates, readQuestion } from '@auspex/analytics'
import type { Category, Provenance, QuestionReading } from '@auspex/sdk/types'
import type { Clock } from '../../kernel/clock.ts'
import type { DocumentsModule } from '../documents/index.ts'

export interface QuestionDependencies {
  vocabulary: Pick<DocumentsModule['vocabulary'], 'findNames'>
  categories: readonly Pick<Category, 'terms'>[]
  provenance: () => Promise<Provenance>
  clock: Clock
}

/** What to search for a typed question; names of the library and terms of its categories stay together. Null when it is none. */
export async function readTyped(
  text: string,
  { vocabulary, categories, provenance, clock }: QuestionDependencies,
): Promise<QuestionReading> {
  const today = clock.now().toISOString().slice(0, 10)
  // most texts are no question whatever is known, and need no look-up
  if (readQuestion(text, { today, isKnown: () => true }) === null) return null
  const candidates = phraseCandidates(text)
  const names = candidates.length === 0 ? [] : await vocabulary.findNames(candidates, await provenance())
  const known = new Set([
    ...names.map(({ key }) => key),
    ...categories.flatMap(({ terms }) => terms.map((term) => term.toLowerCase())),
  ])
  const read = readQuestion(text, { today, isKnown: (phrase) => known.has(phrase) })
  if (read === null || read.query.length > longestTerm) return null
  return { query_term: read.query, words: read.words, startDate: read.from, endDate: read.until }
}

/** The contract's bound of a term. */
const longestTerm = 500
