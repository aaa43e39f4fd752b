import type { Claim, SummarySection } from '@auspex/sdk/types'
import type { RecountedValue } from './recount.ts'

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

/** Numbers in a sentence outside its quotations and names, as they are written. */
export function writtenNumbers(text: string, claims: readonly Claim[]): string[] {
  const vouched = claims
    .flatMap(({ quote, names }) => [...(quote === null ? [] : [`“${quote.text}”`]), ...names])
    .map(foldQuotes)
    .toSorted((a, b) => b.length - a.length)
  let remainingText = foldQuotes(text)
  for (const one of vouched) remainingText = remainingText.replaceAll(one, ' ')
  return [...remainingText.matchAll(/(?:under )?[+−]?\d[\d,]*(?:\.\d+)?/g)].map(([found]) => found)
}

/** Turns quotation marks into single ones, as sentences do inside a quotation. */
function foldQuotes(text: string): string {
  return text.replaceAll(/["“”„«»‘’″]/gu, "'")
}

/** Whether one of the numbers, rounded to the written digits, equals the written one. */
export function isWrittenOf(written: string, counted: readonly RecountedValue[]): boolean {
  const values = counted.flatMap(({ value, bounds }) => [value, ...(bounds ?? [])])
  if (written.startsWith('under ')) return values.some((value) => value > 0 && value < Number(written.slice(6)))
  const plain = written.replaceAll(',', '').replace('−', '-')
  const digits = plain.split('.')[1]?.length ?? 0
  const room = 0.5 * 10 ** -digits + 1e-9
  return values.some((value) => Math.abs(value - Number(plain)) <= room)
}
