import type { Suggestion } from '@auspex/sdk/types'
import { foldText } from '../../kernel/fold-text.ts'

/** Suggestions that a list shows. */
export const shownSuggestions = 10

/** Joins groups of suggestions, the better group first; of equal spellings the first stays. */
export function rankSuggestions(groups: readonly (readonly Suggestion[])[]): Suggestion[] {
  const byFolded = new Map<string, Suggestion>()
  for (const suggestion of groups.flat()) {
    const key = foldText(suggestion.term)
    if (!byFolded.has(key)) byFolded.set(key, suggestion)
  }
  return [...byFolded.values()].slice(0, shownSuggestions)
}
