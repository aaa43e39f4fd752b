import type { Claim } from './claim.ts'

/** Stands for something that a claim vouches for; no document may write it. */
export const mask = '\uE000'

export interface MaskedText {
  /** The text with a mask for each thing that a claim vouches for. */
  rest: string
  /** What was masked, in the order of the text. */
  vouched: string[]
}

/**
 * Takes out of a text what its claims vouch for: quotations in their marks, renderings of numbers, and names. The longest
 * goes first, and only whole words are taken, so that `12 documents` does not vouch for the end of `112 documents`.
 */
export function maskText(text: string, claims: readonly Claim[]): MaskedText {
  const quotations = claims.flatMap(({ quote }) => (quote === null ? [] : [toQuotation(quote.text)]))
  const words = claims.flatMap(({ numbers, names }) => [...numbers.map((number) => number.text), ...names])
  const known = [...new Set([...quotations, ...words])]
    .filter((one) => one !== '')
    .toSorted((a, b) => b.length - a.length)
  if (known.length === 0) return { rest: text, vouched: [] }
  const pattern = new RegExp(known.map((one) => boundedPattern(one)).join('|'), 'gu')
  const vouched: string[] = []
  const rest = text.replaceAll(pattern, (found) => {
    vouched.push(found)
    return mask
  })
  return { rest, vouched }
}

/** A quotation as sentences mark it. */
export function toQuotation(text: string): string {
  return `“${text}”`
}

function boundedPattern(text: string): string {
  const escaped = text.replaceAll(/[.*+?^${}()|[\]\\/]/gu, String.raw`\$&`)
  const before = /^[\p{L}\p{N}+−-]/u.test(text) ? String.raw`(?<![\p{L}\p{N}]|[\p{N}][.,]|[+−\-])` : ''
  const after = /[\p{L}\p{N}]$/u.test(text) ? String.raw`(?![\p{L}\p{N}]|[.,]\p{N}|\s?%)` : ''
  return before + escaped + after
}
