/** Cuts a growing text into sentences; the last one is held back until it is known to be whole. */
export interface SentenceSplitter {
  push(delta: string): string[]
  /** What is left when the text is whole. */
  end(): string[]
}

/** A text without an end of a sentence is cut here, so that nothing is held for ever. */
const longest = 1_500

/** An end is a mark with citations beside it and a space behind, or a mark before what begins a sentence, or a new line; a quotation that is open is not cut. */
const end =
  /[.!?…][”"’')]*(?:\s*\[[^\]\n]{0,40}\])+(?=\s)|\[[^\]\n]{0,40}\][.!?…](?=\s)|[.!?…][”"’')]*(?=\s+(?:\p{Lu}|["“[*#>!<-]|\p{N}))|\n+/gu

export function createSentenceSplitter(): SentenceSplitter {
  let held = ''
  const cut = (isWhole: boolean): string[] => {
    const sentences: string[] = []
    let from = 0
    for (const match of held.matchAll(end)) {
      const to = match.index + match[0].length
      const piece = held.slice(from, to)
      if (!match[0].includes('\n') && isOpen(piece)) continue
      sentences.push(piece)
      from = to
    }
    held = held.slice(from)
    if (isWhole || held.length > longest) {
      sentences.push(held)
      held = ''
    }
    return sentences.filter((one) => one.trim() !== '')
  }
  return {
    push(delta) {
      held += delta
      return cut(false)
    },
    end: () => cut(true),
  }
}

function isOpen(piece: string): boolean {
  return (piece.match(/“/gu)?.length ?? 0) > (piece.match(/”/gu)?.length ?? 0)
}
