import { type Correction, createSpellingIndex, tokens } from '@auspex/analytics'
import type { DocumentsModule } from '../../../library/index.ts'

/** The known words and names of the library, for finding the intended wording. */
export interface Vocabulary {
  /** Words and names similar to a text of folded words, the most likely first. */
  corrections(text: string, limit: number): Correction[]
  /** Approximate number of documents that contain a word; 0 when unknown. */
  frequencyOf(word: string): number
  /** A folded name as the library spells it; the text itself when it is not a name. */
  write(text: string): string
}

export interface VocabularyOptions {
  words: DocumentsModule['vocabulary']
  /** Changes with the library. */
  revision: () => Promise<number>
  nowMs: () => number
}

/** A vocabulary changes slowly: an older one is reloaded, while the old one stays in use. */
const goodForMs = 10 * 60_000

interface CacheEntry {
  vocabulary: Vocabulary
  revision: number
  at: number
}

/** Caches the vocabulary of real and of demo documents in memory: about ten megabytes at most, and a lookup takes a few milliseconds. */
export function createVocabularies({ words, revision, nowMs }: VocabularyOptions) {
  const cache = new Map<boolean, CacheEntry>()
  const loads = new Map<boolean, Promise<CacheEntry>>()

  async function load(demo: boolean): Promise<CacheEntry> {
    const at = nowMs()
    const read = await revision()
    const vocabulary = buildVocabulary(await words.listWords(demo), await words.listNames(demo))
    const entry = { vocabulary, revision: read, at }
    cache.set(demo, entry)
    return entry
  }

  function refresh(demo: boolean): Promise<CacheEntry> {
    const running = loads.get(demo) ?? load(demo).finally(() => loads.delete(demo))
    loads.set(demo, running)
    return running
  }

  return async (demo: boolean): Promise<Vocabulary> => {
    const entry = cache.get(demo)
    if (entry === undefined) return (await refresh(demo)).vocabulary
    const isOld = nowMs() - entry.at >= goodForMs && entry.revision !== (await revision())
    // Reloading does not block; when it fails, the old vocabulary stays in use
    if (isOld) void refresh(demo).catch(() => undefined)
    return entry.vocabulary
  }
}

export type Vocabularies = ReturnType<typeof createVocabularies>

/** Exported for tests. */
export function buildVocabulary(
  words: readonly { text: string; documents: number }[],
  names: readonly { text: string; documents: number }[],
): Vocabulary {
  const frequencies = new Map(words.map(({ text, documents }) => [text, documents]))
  const spellings = new Map<string, string>()
  for (const { text, documents } of names) {
    const folded = tokens(text).join(' ')
    if (folded === '' || spellings.has(folded)) continue
    spellings.set(folded, text)
    frequencies.set(folded, Math.max(documents, frequencies.get(folded) ?? 0))
  }
  const index = createSpellingIndex([...frequencies].map(([text, frequency]) => ({ text, frequency })))
  return {
    corrections: (text, limit) => index.corrections(text, limit),
    frequencyOf: (word) => frequencies.get(word) ?? 0,
    write: (text) => spellings.get(text) ?? text,
  }
}
