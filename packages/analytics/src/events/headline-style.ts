import { isQuotable } from '../summary/quotable-text.ts'
import { tokens } from '../text/tokenize.ts'

/** What forums put beside a title: "[video]", "(x-post from r/Bitcoin)". It tells where, and not what. */
const asides = /\[[^\]]*\]|\(?\b(?:x|cross)-?post(?:ed)?\b[^)]*\)?/giu

/** Titles that cannot be quoted, since they are cut, shouted or full of addresses. */
const unquotableFactor = 0.5
/** So few words can name what happened ("Nokia Plan B"); other quotations need more, which these stand in for. */
const leastWords = 3
const fillerWords = 'as it was told on that day.'
/** Somebody speaks of himself, and what happened is the occasion. */
const ownFactor = 0.7
const own = /(?<![\p{L}\p{N}.])(?:i|i['’](?:m|ve|d|ll)|me|my|mine|myself|we|our|us)(?![\p{L}\p{N}.])/iu
const unitedStates = /\bU\.?S\b\.?/gu
/** Somebody asks, and does not tell. */
const askingFactor = 0.85
const asking = /\?["”’']?$|^(?:ELI5|Ask HN|AMA|DAE)\b/u

/** A title without what forums put beside it. */
export function withoutAsides(title: string): string {
  return title.replaceAll(asides, ' ').trim()
}

/** Whether a headline can be quoted: as any title (`isQuotable`), and from three words on. */
export function isQuotableHeadline(title: string): boolean {
  return (
    isQuotable(title, 'title') || (tokens(title).length >= leastWords && isQuotable(`${title} ${fillerWords}`, 'title'))
  )
}

/**
 * How well a title is written for a headline, from 0 to 1: 1 for one that tells; less for one that cannot be quoted, speaks of its author, or asks.
 */
export function headlineStyle(title: string): number {
  const text = withoutAsides(title)
  return (
    (isQuotableHeadline(text) ? 1 : unquotableFactor) *
    (own.test(text.replaceAll(unitedStates, ' ')) ? ownFactor : 1) *
    (asking.test(text) ? askingFactor : 1)
  )
}
