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
const end =
  /[.!?…][”"’')]*(?:\s*\[[^\]\n]{0,40}\])+(?=\s)|\[[^\]\n]{0,40}\][.!?…](?=\s)|[.!?…][”"’')]*(?=\s+(?:\p{Lu}|["“[*#>!<-]|\p{N}))|\n+/gu

export function createSentenceSplitter(): SentenceSplitter {
  let buffer = ''
  const takeSentences = (isWhole: boolean): string[] => {
    const sentences: string[] = []
    let from = 0
    for (const match of buffer.matchAll(end)) {
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
    return sentences.filter((one) => one.trim() !== '')
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
