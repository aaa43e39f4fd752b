import { LRUCache } from 'lru-cache'
import type { Database } from '../../adapters/database/database.port.ts'
import type { TopicTone } from './topic-tones.ts'

/** About 12 MB. */
const mostTones = 100_000
/** Another process may have removed a document and stored it again with another text; one process forgets that at once. */
const keptMs = 10 * 60_000

type TonesByWords = LRUCache<string, ReadonlyMap<string, TopicTone>>

const tonesOfLibraries = new WeakMap<Database['kysely'], TonesByWords>()

/**
 * Tones of documents about a topic, as they were scored last: a report, its evidence, its inflection points and its contexts ask for the
 * same ones, and scoring thousands of long texts takes longer than the rest of a report. Those that were not asked for the longest go first.
 */
export function recentTones({ kysely }: Pick<Database, 'kysely'>, words: readonly string[]) {
  const tones = tonesOf(kysely)
  const key = JSON.stringify(words.toSorted())
  return {
    find: (): ReadonlyMap<string, TopicTone> => tones.get(key) ?? new Map(),
    /** Adds to what is there by now, for somebody else may have asked meanwhile. */
    add(scored: ReadonlyMap<string, TopicTone>): void {
      if (scored.size === 0) return
      tones.set(key, new Map([...(tones.get(key) ?? []), ...scored]))
    },
  }
}

/** Forgets all tones of a library: one of its documents may come again with another text. */
export function forgetTones({ kysely }: Pick<Database, 'kysely'>): void {
  tonesOfLibraries.delete(kysely)
}

function tonesOf(library: Database['kysely']): TonesByWords {
  let tones = tonesOfLibraries.get(library)
  if (tones === undefined) {
    tones = new LRUCache({ maxSize: mostTones, sizeCalculation: ({ size }) => size, ttl: keptMs })
    tonesOfLibraries.set(library, tones)
  }
  return tones
}
