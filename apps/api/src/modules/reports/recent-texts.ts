import { gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'

/** The text of a report and when it was measured. */
export interface RecentText {
  readonly computedAt: Date
  readonly text: string
  /** The compressed text; null on the first call, which starts the compression, because most reports are requested only once. */
  compressed(): Buffer | null
}

/** Cache of the most recently requested report texts. */
interface RecentTexts {
  find(signalId: string): RecentText | null
  keep(signalId: string, measured: { computedAt: Date; text: string }): RecentText
}

/**
 * Caches up to `mostCharacters` of text, evicting the least recently used. The database still decides which measurement is the newest, so several
 * servers may share one database.
 */
export function createRecentTexts(maxCharacters = 8_000_000): RecentTexts {
  const texts = new LRUCache<string, RecentText>({
    maxSize: maxCharacters,
    sizeCalculation: ({ text }) => Math.max(1, text.length),
  })
  return {
    find: (signalId) => texts.get(signalId) ?? null,
    keep(signalId, { computedAt, text }) {
      const recent = { computedAt, text, compressed: createCompressed(text) }
      texts.set(signalId, recent)
      return recent
    },
  }
}

function createCompressed(text: string): RecentText['compressed'] {
  let bytes: Buffer | null = null
  let isRequested = false
  return () => {
    if (!isRequested) {
      isRequested = true
      // if compression fails, the text is sent uncompressed
      gzip(text, (error, compressedBytes) => (bytes = error === null ? compressedBytes : null))
    }
    return bytes
  }
}
