import type { Citation } from '@auspex/sdk/types'

type WithoutPlace<One> = One extends unknown ? Omit<One, 'number' | 'claimStart' | 'claimEnd'> : never

/** The evidence for a piece of a sentence: a number of a report, or the words of a document. */
export type Ground = WithoutPlace<Citation>

/** A piece of a sentence with its evidence. */
export interface CitedWords {
  readonly text: string
  readonly ground: Ground
}

/** A sentence of an answer, before it has a position. The text is plain; it becomes Markdown when it is written. */
export interface Sentence {
  readonly text: string
  /** Positions in the text, [start, end) in UTF-16 units, in order. */
  readonly grounds: readonly { readonly start: number; readonly end: number; readonly ground: Ground }[]
}

/** Joins words and cited pieces into a sentence. */
export function sentence(...parts: readonly (string | CitedWords)[]): Sentence {
  let text = ''
  const grounds: Sentence['grounds'][number][] = []
  for (const part of parts) {
    if (typeof part !== 'string')
      grounds.push({ start: text.length, end: text.length + part.text.length, ground: part.ground })
    text += typeof part === 'string' ? part : part.text
  }
  return { text, grounds }
}

/** Prefixes a sentence with introductory words and shifts its positions. */
export function behind(lead: string, { text, grounds }: Sentence): Sentence {
  return {
    text: lead + text,
    grounds: grounds.map(({ start, end, ground }) => ({
      start: start + lead.length,
      end: end + lead.length,
      ground,
    })),
  }
}

/** A sentence that begins with a capital. A name with a capital further on, such as iPhone, stays unchanged. */
export function withCapital({ text, grounds }: Sentence): Sentence {
  const [first = ''] = text.split(/[\s:,]/u)
  return /\p{Lu}/u.test(first) ? { text, grounds } : { text: text.charAt(0).toUpperCase() + text.slice(1), grounds }
}
