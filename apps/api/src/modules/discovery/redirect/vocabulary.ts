import { type Correction, createSpellingIndex, tokens } from '@auspex/analytics'
import type { DocumentsModule } from '../../documents/index.ts'

/** What the library is known to say, for finding what was meant. */
export interface Vocabulary {
  /** Words and names near to a text of folded words, the most likely meant first. */
  corrections(text: string, limit: number): Correction[]
  /** In about how many documents a word is; 0 when it is not known. */
  frequencyOf(word: string): number
  /** A folded name as the library writes it; the text itself when it is no name. */
  write(text: string): string
}

export interface VocabularyOptions {
  words: Pick<DocumentsModule['vocabulary'], 'listWords' | 'listNames'>
  /** Changes with the library. */
  revision: () => Promise<number>
  nowMs: () => number
}

/** A vocabulary moves slowly: one that is older is read again, while the old one goes on answering. */
const goodForMs = 10 * 60_000

interface CacheEntry {
  vocabulary: Vocabulary
  revision: number
  at: number
}

/** Keeps the vocabulary of each world in memory: some ten megabytes at most, and a look takes a few milliseconds. */
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
    // Nobody waits for a newer one; when it cannot be read, the old one is as good as before
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
