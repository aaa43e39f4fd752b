import type { Suggestion } from '@auspex/sdk/types'
import { foldText } from '../../../kernel/fold-text.ts'

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
