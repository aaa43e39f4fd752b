import { economyTerms } from './economy-terms.ts'
import { lifeTerms } from './life-terms.ts'
import type { HeadlineVocabulary } from './vocabulary.types.ts'

/** By category id. */
export const headlineVocabularies: Readonly<Record<string, HeadlineVocabulary>> = { ...lifeTerms, ...economyTerms }
