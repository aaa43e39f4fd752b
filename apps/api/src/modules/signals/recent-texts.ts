import { gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'

/** The text of a report that was measured at a time. */
export interface RecentText {
  readonly computedAt: Date
  readonly text: string
  /** The text compressed; null until somebody asked for it once, because most reports are asked for once. */
  compressed(): Buffer | null
}

/** Texts of the reports that were asked for last. */
export interface RecentTexts {
  find(signalId: string): RecentText | null
  keep(signalId: string, measured: { computedAt: Date; text: string }): RecentText
}

/**
 * Keeps texts of at most so many characters together; the one that was not asked for the longest goes first. The database still
 * says which measurement is the newest, so that several servers may share one.
 */
export function createRecentTexts(mostCharacters = 8_000_000): RecentTexts {
  const texts = new LRUCache<string, RecentText>({
    maxSize: mostCharacters,
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
  let isAsked = false
  return () => {
    if (!isAsked) {
      isAsked = true
      // one that fails is sent as it is
      gzip(text, (error, made) => (bytes = error === null ? made : null))
    }
    return bytes
  }
}
