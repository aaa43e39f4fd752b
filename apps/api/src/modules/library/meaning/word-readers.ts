import { createWordReader, decodeWordVectors, type WordReader, wordVectorsVersion } from '@auspex/analytics'
import type { Database } from '../../../adapters/database/database.port.ts'
import { yieldToEventLoop } from '../../../adapters/database/turns/yield-to-event-loop.ts'
import { findLastTraining, findTrainedAt, findWordVectors, listWordVectors } from './word-vectors.repository.ts'

/** Languages whose vectors are kept in memory, about 50 MB each: most libraries have one. */
const maxReaders = 2

export type WordReaders = ReturnType<typeof createWordReaders>

/** Looks words up in what was learned of them, and keeps that in memory until they are learned again. */
export function createWordReaders(database: Database) {
  const cached = new Map<string, { trainedAt: number; reader: WordReader | null }>()
  const readers = {
    /** When words were last learned: what was grouped before is grouped again. Null when they never were. */
    findLastTraining: () => findLastTraining(database),
    /** What was learned, as bytes, for a thread that reads them itself: the languages with vectors of this version. */
    async listBytes(): Promise<{ language: string; vectors: Uint8Array }[]> {
      const languages = (await listWordVectors(database)).filter(({ version }) => version === wordVectorsVersion)
      const vectorsByLanguage: { language: string; vectors: Uint8Array }[] = []
      for (const { language } of languages.slice(0, maxReaders)) {
        const vectors = await findWordVectors(database, language)
        if (vectors !== null) vectorsByLanguage.push({ language, vectors })
      }
      return vectorsByLanguage
    },
    /** The words of a language; null when they were not learned, because the library has too few documents of it. */
    async find(language: string): Promise<WordReader | null> {
      const trainedAt = (await findTrainedAt(database, language))?.getTime() ?? null
      if (trainedAt === null) return null
      const cachedReader = cached.get(language)
      cached.delete(language)
      if (cachedReader?.trainedAt === trainedAt) {
        cached.set(language, cachedReader)
        return cachedReader.reader
      }
      const bytes = await findWordVectors(database, language)
      await yieldToEventLoop()
      const vectors = bytes === null ? null : decodeWordVectors(bytes)
      await yieldToEventLoop()
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
    /** The words of each language, of at most two. */
    async listAll(): Promise<WordReader[]> {
      const allReaders: WordReader[] = []
      for (const { language } of (await listWordVectors(database)).slice(0, maxReaders)) {
        const reader = await readers.find(language)
        if (reader !== null) allReaders.push(reader)
      }
      return allReaders
    },
    /** The language that knows most of the folded words; null where none knows one. */
    async findKnowing(words: readonly string[]): Promise<WordReader | null> {
      let best: { reader: WordReader; known: number } | null = null
      for (const reader of await readers.listAll()) {
        const knownWords = words.filter((word) => reader.isKnown(word)).length
        if (knownWords > (best?.known ?? 0)) best = { reader, known: knownWords }
      }
      return best?.reader ?? null
    },
  }
  return readers
}

/** The language of most documents; null where none is known. */
export function commonLanguage(read: readonly { lang: string | null }[]): string | null {
  const counts = new Map<string, number>()
  for (const { lang } of read) if (lang !== null) counts.set(lang, (counts.get(lang) ?? 0) + 1)
  return [...counts].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0]?.[0] ?? null
}
