import type { Provenance, Suggestion } from '@auspex/sdk/types'
import { foldText } from '../../../kernel/fold-text.ts'
import type { DocumentsModule } from '../../library/index.ts'
import type { Trends } from '../../markets/index.ts'

/** What library content is suggested from. */
export interface SuggestionDependencies {
  documents: DocumentsModule
  trends: Trends
  provenance: () => Promise<Provenance>
}

/**
 * Words of the library that begin with a folded text, most frequent first. They were counted in a sample, so their number of documents is unknown,
 * not 0.
 */
export async function suggestWords(
  prefix: string,
  limit: number,
  { documents, provenance }: SuggestionDependencies,
): Promise<Suggestion[]> {
  const demo = (await provenance()) === 'demo'
  const listed = await documents.vocabulary.listTerms({ prefix, demo, limit })
  return listed.map((term) => ({ term, kind: 'term', stories: null, documents: null }))
}

/** Phrases learned from the library that begin with a folded text, most frequent first, counted in all documents. */
export async function suggestPhrases(
  prefix: string,
  limit: number,
  { documents, provenance }: SuggestionDependencies,
): Promise<Suggestion[]> {
  if (prefix.length < minPhrasePrefix || (await provenance()) === 'demo') return []
  const candidates = (await documents.wordReaders.listAll()).flatMap(({ vectors: { terms, counts } }) =>
    terms.flatMap((term, row) =>
      term.startsWith(prefix) && term.includes(' ') ? [{ term, documents: counts[row] ?? 0 }] : [],
    ),
  )
  return candidates
    .toSorted((a, b) => b.documents - a.documents || (a.term < b.term ? -1 : 1))
    .slice(0, limit)
    .map(({ term }) => ({ term, kind: 'term', stories: null, documents: null }))
}

/** One or two letters begin too many phrases to choose from. */
const minPhrasePrefix = 3

/** Terms of categories, most documents first. One without documents would find nothing. */
export async function suggestCategoryTerms(prefix: string, { trends }: SuggestionDependencies): Promise<Suggestion[]> {
  const { terms } = (await trends.catalogue()).body
  return terms
    .filter(({ term, documents }) => documents > 0 && foldText(term).startsWith(prefix))
    .toSorted((a, b) => b.documents - a.documents)
    .map(({ term, documents }) => ({ term, kind: 'category', stories: null, documents }))
}

/** Topics and words together. */
export async function suggestTerms(prefix: string, limit: number, deps: SuggestionDependencies): Promise<Suggestion[]> {
  if (prefix === '') return []
  return mergeSpellings([await suggestCategoryTerms(prefix, deps), await suggestWords(prefix, limit, deps)]).slice(
    0,
    limit,
  )
}

/** Names, most documents first. */
export async function suggestEntities(
  prefix: string,
  limit: number,
  { documents, provenance }: SuggestionDependencies,
): Promise<Suggestion[]> {
  if (prefix === '') return []
  const demo = (await provenance()) === 'demo'
  const listed = await documents.vocabulary.listEntities({ prefix, demo, limit })
  return mergeSpellings([
    listed.map(({ name, documents: count }) => ({ term: name, kind: 'entity', stories: null, documents: count })),
  ])
}

/** What the library contains of a term. */
export interface TermSupport {
  /** Distinct stories; null when counting would take longer than typing. */
  stories: number | null
  /** Estimated documents with its rarest word, from a sample of the library; sorts terms that are not counted. */
  estimate: number
}

/** Maximum number of suggestions. */
export const maxSuggestions = 10
/** Maximum number of own searches at the top; more would leave no room for suggestions from the library. */
const maxRecent = 4

/** Of identical spellings the first one stays. */
export function mergeSpellings(groups: readonly (readonly Suggestion[])[]): Suggestion[] {
  const byFolded = new Map<string, Suggestion>()
  for (const suggestion of groups.flat()) {
    const key = foldText(suggestion.term)
    if (!byFolded.has(key)) byFolded.set(key, suggestion)
  }
  return [...byFolded.values()]
}

/** Own searches with results, then the terms of most stories, and last own searches without results. Anything else without results is omitted. */
export function rankSuggestions(
  suggestions: readonly Suggestion[],
  support: ReadonlyMap<string, TermSupport>,
): Suggestion[] {
  const measured = suggestions.map((suggestion) => ({
    ...suggestion,
    stories: support.get(suggestion.term)?.stories ?? null,
  }))
  const weightOf = ({ term, stories, documents }: Suggestion) =>
    stories ?? Math.max(documents ?? 0, support.get(term)?.estimate ?? 0)
  const supported = measured.filter(({ stories }) => stories !== 0)
  const recent = supported.filter(({ kind }) => kind === 'recent').slice(0, maxRecent)
  const others = supported.filter(({ kind }) => kind !== 'recent').toSorted((a, b) => weightOf(b) - weightOf(a))
  const unsupported = measured.filter(({ kind, stories }) => kind === 'recent' && stories === 0)
  return [...recent, ...others, ...unsupported].slice(0, maxSuggestions)
}
