import type { PhraseNode } from '@auspex/analytics'
import type { Context, ContextLink, ContextPoint, ContextSpace } from '@auspex/sdk/types'
import type { RequestedContext } from '../../library/index.ts'

/** Maximum number of contexts on a map, including removed ones. */
export const maxContexts = 500

/** The content of a context space as stored. */
export interface SpaceBody {
  documentsRead: number
  /** Strongest first. */
  contexts: ContextPoint[]
  links: ContextLink[]
  /** Removed from the map, with their places. */
  removed: ContextPoint[]
  /** The narratives when it was drawn; maps of earlier versions have none. */
  map?: Pick<ContextSpace, 'narratives' | 'documents'>
}

export interface StoredSpace {
  id: string
  signalId: string
  title: string
  version: number
  createdAt: Date
  updatedAt: Date
  body: SpaceBody
}

/** A word, a phrase or a name that is measured in the documents of a signal. */
export interface Measurable extends RequestedContext {
  kind: ContextPoint['kind']
}

/** A word or a name of the library. */
export function toMeasurable({ term, kind }: { term: string; kind: Context['kind'] }): Measurable {
  return { label: term, kind, phrase: kind === 'term' ? toPhrase([term]) : null }
}

/** Words in a row. */
export function phraseOf(words: readonly string[]): Measurable {
  return { label: words.join(' '), kind: 'term', phrase: toPhrase(words) }
}

/** Callers pass only folded words. */
function toPhrase(words: readonly string[]): PhraseNode {
  return { kind: 'phrase', words: words.map((text) => ({ text, prefix: false })) }
}
