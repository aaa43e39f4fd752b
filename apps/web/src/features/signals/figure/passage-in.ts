import type { DocumentCitation } from '@auspex/sdk'

/** Where the quoted words stand in a text: at their offsets, or else where they are found; null when the text no longer has them. */
export const passageIn = (
  text: string,
  { quote, quoteStart, quoteEnd }: Pick<DocumentCitation, 'quote' | 'quoteStart' | 'quoteEnd'>,
): readonly [number, number] | null => {
  if (text.slice(quoteStart, quoteEnd) === quote) return [quoteStart, quoteEnd]
  const at = text.indexOf(quote)
  return at === -1 ? null : [at, at + quote.length]
}
