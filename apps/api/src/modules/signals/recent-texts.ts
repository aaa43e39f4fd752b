import { gzip } from 'node:zlib'

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
 * Keeps texts until they hold more than `atMost` characters together; the one that was not asked for the longest goes
 * first. The database still says which measurement is the newest, so that several servers may share one.
 */
export function createRecentTexts(atMost = 8_000_000): RecentTexts {
  const texts = new Map<string, RecentText>()
  let characters = 0
  const drop = (signalId: string) => {
    characters -= texts.get(signalId)?.text.length ?? 0
    texts.delete(signalId)
  }
  return {
    find(signalId) {
      const found = texts.get(signalId)
      if (found === undefined) return null
      texts.delete(signalId) // so that it counts as the newest
      texts.set(signalId, found)
      return found
    },
    keep(signalId, { computedAt, text }) {
      const kept = { computedAt, text, compressed: createCompressed(text) }
      drop(signalId)
      texts.set(signalId, kept)
      characters += text.length
      for (const oldest of texts.keys()) {
        if (characters <= atMost) break
        drop(oldest)
      }
      return kept
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
