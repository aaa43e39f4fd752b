/** Splits a growing text into sentences; the last one is buffered until it is known to be complete. */
export interface SentenceSplitter {
  push(delta: string): string[]
  /** The rest, when the text is complete. */
  end(): string[]
}

/** A text without the end of a sentence is cut here, so that nothing is buffered forever. */
const maxLength = 1_500

/**
 * An end is a mark with citations and a following space, or a mark before the beginning of a sentence, or a new line; an open quotation is not cut.
 */
const sentenceEnd =
  /[.!?…][”"’')]*(?:\s*\[[^\]\n]{0,40}\])+(?=\s)|\[[^\]\n]{0,40}\][.!?…](?=\s)|[.!?…][”"’')]*(?=\s+(?:\p{Lu}|["“[*#>!<-]|\p{N}))|\n+/gu

export function createSentenceSplitter(): SentenceSplitter {
  let buffer = ''
  const takeSentences = (isWhole: boolean): string[] => {
    const sentences: string[] = []
    let from = 0
    for (const match of buffer.matchAll(sentenceEnd)) {
      const to = match.index + match[0].length
      const piece = buffer.slice(from, to)
      if (!match[0].includes('\n') && isOpen(piece)) continue
      sentences.push(piece)
      from = to
    }
    buffer = buffer.slice(from)
    if (isWhole || buffer.length > maxLength) {
      sentences.push(buffer)
      buffer = ''
    }
    return sentences.filter((sentence) => sentence.trim() !== '')
  }
  return {
    push(delta) {
      buffer += delta
      return takeSentences(false)
    },
    end: () => takeSentences(true),
  }
}

function isOpen(piece: string): boolean {
  return (piece.match(/“/gu)?.length ?? 0) > (piece.match(/”/gu)?.length ?? 0)
}

/** A sentence of a model without its Markdown. */
export interface PlainSentence {
  readonly text: string
  /** What it cites, such as `f3`. */
  readonly cited: readonly string[]
  /** Whether it contains a link, a picture, HTML or an address: none of these comes from a fact. */
  readonly hasMarkup: boolean
}

/** Converts a Markdown sentence to plain words. */
export function plainSentence(written: string): PlainSentence {
  const cited = [...written.matchAll(/\b[fdr]\d{1,4}\b(?=[^[\]]*\])/gu)].map(([id]) => id)
  const unmarked = written.replaceAll(/\s*\[(?:\s*[fdr]\d{1,4}\s*[,;]?)+\]/gu, '')
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
