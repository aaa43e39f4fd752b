import type { ContextLink, ContextPoint } from '@auspex/sdk/types'

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
export interface Measurable {
  label: string
  kind: ContextPoint['kind']
  /** Number of the name's table; null for words. */
  entityId: number | null
  /** A tsquery literal for words; null for names. */
  tsquery: string | null
  /** Documents of the library that hold it, out of `backgroundTotal`. */
  background: number
  backgroundTotal: number
}

/** The documents that were read: for each the numbers of the contexts that it holds, and its tone (null when unknown). */
export interface HeldContexts {
  documents: { held: number[]; tone: number | null }[]
}
