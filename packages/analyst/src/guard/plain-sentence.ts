/** A sentence of a model without its marks. */
export interface PlainSentence {
  readonly text: string
  /** Facts that it names, as `f3`. */
  readonly cited: readonly string[]
  /** Whether it holds a link, a picture, HTML or an address: none of these comes from a fact. */
  readonly hasMarkup: boolean
}

/** Reads a sentence of Markdown as plain words. */
export function plainSentence(written: string): PlainSentence {
  const cited = [...written.matchAll(/\bf\d{1,4}\b(?=[^[\]]*\])/gu)].map(([id]) => id)
  const unmarked = written.replaceAll(/\s*\[(?:\s*f\d{1,4}\s*[,;]?)+\]/gu, '')
  const hasMarkup = /!?\[[^\]]*\]\s*[([]|<[a-z!/?]|https?:|www\.|\b(?:javascript|data|file|ftp):|&#?\w+;|`/iu.test(
    unmarked,
  )
  const text = unmarked
    .normalize('NFC')
    .replaceAll(/[\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u00AD]/gu, '')
    .replace(/^\s*(?:#{1,6}|[-*+>]|\d+[.)])\s+/u, '')
    .replaceAll(/\*\*|__|(?<![\p{L}\p{N}])[*_](?=\S)|(?<=\S)[*_](?![\p{L}\p{N}])/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim()
  return { text, cited, hasMarkup }
}
