import type { Context, ContextLink, ContextPoint } from '@auspex/sdk/types'
import type { SoughtContext } from '../documents/index.ts'

/** Contexts on a map, and contexts that were taken off it. */
export const maxContexts = 500

/** What a context space is made of, as it is stored. */
export interface SpaceBody {
  documentsRead: number
  /** Strongest first. */
  contexts: ContextPoint[]
  links: ContextLink[]
  /** Taken off the map, with their places. */
  removed: ContextPoint[]
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
export interface Measurable extends SoughtContext {
  kind: ContextPoint['kind']
}

/** A word or a name of the library. */
export function toMeasurable({ term, kind }: Pick<Context, 'term' | 'kind'>): Measurable {
  return { label: term, kind, tsquery: kind === 'term' ? quoteWord(term) : null }
}

/** Words in a row, as PostgreSQL's phrase. */
export function phraseOf(words: readonly string[]): Measurable {
  return { label: words.join(' '), kind: 'term', tsquery: words.map(quoteWord).join(' <-> ') }
}

/** A word as a tsquery literal. Only folded words without quotes and backslashes come here, so the literal is plain. */
function quoteWord(word: string): string {
  return `'${word.replaceAll(/['\\]/g, '$&$&')}'`
}
