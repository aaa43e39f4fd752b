import type { Claim, SummarySection } from '@auspex/sdk/types'
import { foldQuotes } from './written-numbers.ts'

type Statement = SummarySection['statements'][number]

/** Faults of a sentence, as patterns over its own words; quotations and names are excluded because they are not the product's. */
const faults: readonly [name: string, pattern: RegExp][] = [
  ['one of many', /(?<![\d.,])1 (?:documents|stories|outlets|authors|days)\b/u],
  ['many of one', /(?<![\d.,])(?!1\b)\d[\d,]* (?:document|story|outlet|author|day)\b/u],
  ['was for many', /\b(?:was|has been) (?:about )?(?!1\b)\d[\d,]* (?:documents|stories)/u],
  ['a number of the machine', /\b(?:NaN|Infinity|undefined|null)\b|\d{4,}(?:\.\d|e\+)|\d\.\d{4,}/u],
  ['signs', / {2}| [,.;:!?]|,,|\.\.|"/u],
  ['a word of the trade', /\b(?:dormant|cluster|inflection|burst|p-value|outlier)\b/iu],
]

/** The faults in a sentence's wording. */
export function wordingFaults({ text, part }: Statement, claims: readonly Claim[]): string[] {
  let ownText = text
  for (const quotation of claims.flatMap(({ quote, names }) => [...(quote === null ? [] : [quote.text]), ...names]))
    if (quotation !== '') ownText = withoutQuotation(ownText, foldQuotes(quotation))
  const found = faults.flatMap(([name, pattern]) => (pattern.test(ownText) ? [name] : []))
  const isEnded = part === 'title' || /[.!?…]$|”$/u.test(text)
  return [...found, ...(isEnded ? [] : ['no end'])]
}

/** Removes a quotation; inside it the sentence has other quotation marks than the document, but of the same length. */
function withoutQuotation(text: string, said: string): string {
  const folded = foldQuotes(text)
  let [result, from] = ['', 0]
  for (let at = folded.indexOf(said); at >= 0; at = folded.indexOf(said, from)) {
    result += `${text.slice(from, at)}x`
    from = at + said.length
  }
  return result + text.slice(from)
}

/** Numbers at the same place of the report that two sentences of one summary state differently. */
export function inconsistentNumbers(claims: readonly Claim[]): { told: number; differing: string[] } {
  const places = new Map<string, Set<string>>()
  for (const { pointer, value, low, high, unit } of claims.flatMap(({ numbers }) => numbers)) {
    if (pointer === null) continue
    const statedValue = JSON.stringify([value, low, high, unit])
    places.set(pointer, (places.get(pointer) ?? new Set()).add(statedValue))
  }
  return {
    told: places.size,
    differing: [...places].flatMap(([pointer, statedValues]) => (statedValues.size > 1 ? [pointer] : [])),
  }
}
