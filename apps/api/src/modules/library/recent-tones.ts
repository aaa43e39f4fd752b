import { LRUCache } from 'lru-cache'
import type { Database } from '../../adapters/database/database.port.ts'
import type { ToneLabel } from './document-codes.ts'

/** The tone of a document when some words carry none. */
export interface TopicTone {
  /** Rounded to the library's precision; null when unknown. */
  tone: number | null
  label: ToneLabel
}

/** About 12 MB. */
const maxTones = 100_000
/** Limits staleness: another process may have removed a document and stored it again with a different text. This process forgets it at once. */
const maxAgeMs = 10 * 60_000

type TonesByWords = LRUCache<string, ReadonlyMap<string, TopicTone>>

const tonesOfLibraries = new WeakMap<Database['kysely'], TonesByWords>()

/**
 * Caches the latest tones of documents towards a topic: a report, its evidence, its inflection points and its contexts all need the same ones, and
 * scoring thousands of long texts takes longer than the rest of a report. Evicts the least recently used.
 */
export function recentTones({ kysely }: Database, words: readonly string[]) {
  const tones = tonesOf(kysely)
  const key = JSON.stringify(words.toSorted())
  return {
    find: (): ReadonlyMap<string, TopicTone> => tones.get(key) ?? new Map(),
    /** Adds to the current entry, because another caller may have added tones in the meantime. */
    add(scored: ReadonlyMap<string, TopicTone>): void {
      if (scored.size === 0) return
      tones.set(key, new Map([...(tones.get(key) ?? []), ...scored]))
    },
  }
}

/** Clears all tones of a library: one of its documents may return with a different text. */
export function forgetTones({ kysely }: Database): void {
  tonesOfLibraries.delete(kysely)
}

function tonesOf(library: Database['kysely']): TonesByWords {
  let tones = tonesOfLibraries.get(library)
  if (tones === undefined) {
    tones = new LRUCache({ maxSize: maxTones, sizeCalculation: ({ size }) => size, ttl: maxAgeMs })
    tonesOfLibraries.set(library, tones)
  }
  return tones
}
