import type { DocumentKind } from '@auspex/sources'
import { hash63 } from './document-id.ts'

const minWords = 5

/**
 * The story cluster that a document joins before anybody compares texts: equal titles of one week tell one story.
 * Null when its title says too little (fewer than five words: a site's own name, "Weekly thread") or belongs to
 * something else (a comment carries the title of what it comments on).
 */
export function storyKey(document: {
  kind: DocumentKind
  titleTokens: readonly string[]
  /** Monday of the week. */
  week: string
  /** Demo documents never share a story with real ones. */
  world: 'demo' | 'real'
}): string | null {
  const { kind, titleTokens, week, world } = document
  if (kind === 'comment' || kind === 'answer' || titleTokens.length < minWords) return null
  return hash63(`story ${world} ${week} ${titleTokens.join(' ')}`)
}
