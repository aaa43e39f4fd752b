import { createWordReader, decodeWordVectors, type WordReader } from '@auspex/analytics'
import type { Database } from '../../../adapters/database/database.port.ts'
import { findLastTraining, findTrainedAt, findWordVectors, listWordVectors } from './word-vectors.repository.ts'

/** Languages whose vectors are kept in memory, about 50 MB each: most libraries have one. */
const maxReaders = 2

/** Looks words up in what was learned of them, and keeps that in memory until they are learned again. */
export function createWordReaders(database: Database) {
  const cached = new Map<string, { trainedAt: number; reader: WordReader | null }>()
  const readers = {
    /** When words were last learned: what was grouped before is grouped again. Null when they never were. */
    findLastTraining: () => findLastTraining(database),
    /** The words of a language; null when they were not learned, because the library has too few documents of it. */
    async find(language: string): Promise<WordReader | null> {
      const trainedAt = (await findTrainedAt(database, language))?.getTime() ?? null
      if (trainedAt === null) return null
      const known = cached.get(language)
      cached.delete(language)
      if (known?.trainedAt === trainedAt) {
        cached.set(language, known)
        return known.reader
      }
      const bytes = await findWordVectors(database, language)
      const vectors = bytes === null ? null : decodeWordVectors(bytes)
      const reader = vectors === null ? null : createWordReader(vectors)
      cached.set(language, { trainedAt, reader })
      for (const oldest of [...cached.keys()].slice(0, -maxReaders)) cached.delete(oldest)
      return reader
    },
    /** The words of the language with most vectors, for headlines of any language; null when none were learned. */
    async findMain(): Promise<WordReader | null> {
      const [largest] = (await listWordVectors(database)).toSorted((a, b) => b.bytes - a.bytes)
      return largest === undefined ? null : readers.find(largest.language)
    },
  }
  return readers
}
