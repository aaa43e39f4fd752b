import { titleFingerprint } from '@auspex/analytics'
import type { DocumentKind } from '@auspex/sources'
import { hash63 } from './document-id.ts'

/**
 * The story cluster that a document joins before anybody compares texts: equal titles of one week tell one story.
 * Null when its title says too little (fewer than five words: "Weekly thread") or belongs to something else (a comment
 * carries the title of what it comments on). The enrichment looks closer later.
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
  if (kind === 'comment' || kind === 'answer') return null
  const fingerprint = titleFingerprint(titleTokens)
  return fingerprint === null ? null : hash63(`story ${world} ${week} ${fingerprint}`)
}
