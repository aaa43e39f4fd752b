import type { Provenance, Suggestion } from '@auspex/sdk/types'
import { foldText } from '../../../kernel/fold-text.ts'
import type { DocumentsModule } from '../../library/index.ts'
import { joinSpellings } from './rank-suggestions.ts'

/** A term of a category, counted in the whole library. */
export interface CountedTerm {
  term: string
  documents: number
}

export type LibraryVocabulary = Pick<DocumentsModule['vocabulary'], 'listEntities' | 'listTerms'>

export interface LibrarySuggestionsOptions {
  vocabulary: LibraryVocabulary
  /** Terms of all categories. */
  catalogue: () => Promise<readonly CountedTerm[]>
  provenance: () => Promise<Provenance>
}

export type LibrarySuggestions = ReturnType<typeof createLibrarySuggestions>

/**
 * Library content that begins with a text. All prefixes are folded. Every suggestion finds a document: names and words come from documents, and terms
 * of categories are counted first.
 */
export function createLibrarySuggestions({ vocabulary, catalogue, provenance }: LibrarySuggestionsOptions) {
  const isDemo = async () => (await provenance()) === 'demo'

  /** Words, most frequent first. They were counted in a sample, so their number of documents is unknown, not 0. */
  async function words(prefix: string, limit: number): Promise<Suggestion[]> {
    const found = await vocabulary.listTerms({ prefix, demo: await isDemo(), limit })
    return found.map((term) => ({ term, kind: 'term', stories: null, documents: null }))
  }

  /** Terms of categories, most documents first. */
  async function topics(prefix: string): Promise<Suggestion[]> {
    return (await catalogue())
      .filter(({ term, documents }) => documents > 0 && foldText(term).startsWith(prefix))
      .toSorted((a, b) => b.documents - a.documents)
      .map(({ term, documents }) => ({ term, kind: 'category', stories: null, documents }))
  }

  return {
    words,
    topics,

    /** Topics and words together. */
    async terms(prefix: string, limit: number): Promise<Suggestion[]> {
      if (prefix === '') return []
      return joinSpellings([await topics(prefix), await words(prefix, limit)]).slice(0, limit)
    },

    /** Names, most documents first. */
    async entities(prefix: string, limit: number): Promise<Suggestion[]> {
      if (prefix === '') return []
      const found = await vocabulary.listEntities({ prefix, demo: await isDemo(), limit })
      return joinSpellings([
        found.map(({ name, documents }) => ({ term: name, kind: 'entity', stories: null, documents })),
      ])
    },
  }
}
