import type { Claim, SummarySection } from '@auspex/sdk/types'
import { foldQuotes } from './written-numbers.ts'

type Statement = SummarySection['statements'][number]

/** What is wrong with a sentence, by a pattern over its own words: what it quotes and names is not the product's. */
const faults: readonly [name: string, pattern: RegExp][] = [
  ['one of many', /(?<![\d.,])1 (?:documents|stories|outlets|authors|days)\b/u],
  ['many of one', /(?<![\d.,])(?!1\b)\d[\d,]* (?:document|story|outlet|author|day)\b/u],
  ['was for many', /\b(?:was|has been) (?:about )?(?!1\b)\d[\d,]* (?:documents|stories)/u],
  ['a number of the machine', /\b(?:NaN|Infinity|undefined|null)\b|\d{4,}(?:\.\d|e\+)|\d\.\d{4,}/u],
  ['signs', / {2}| [,.;:!?]|,,|\.\.|"/u],
  ['a word of the trade', /\b(?:dormant|cluster|inflection|burst|p-value|outlier)\b/iu],
]

/** The faults in the wording of a sentence. */
export function wordingFaults({ text, part }: Statement, claims: readonly Claim[]): string[] {
  let own = text
  for (const said of claims.flatMap(({ quote, names }) => [...(quote === null ? [] : [quote.text]), ...names]))
    if (said !== '') own = withoutQuotation(own, foldQuotes(said))
  const found = faults.flatMap(([name, pattern]) => (pattern.test(own) ? [name] : []))
  const isEnded = part === 'title' || /[.!?…]$|”$/u.test(text)
  return [...found, ...(isEnded ? [] : ['no end'])]
}

/** A sentence has other quotation marks inside a quotation than its document has, one for one. */
function withoutQuotation(text: string, said: string): string {
  const folded = foldQuotes(text)
  let [own, from] = ['', 0]
  for (let at = folded.indexOf(said); at >= 0; at = folded.indexOf(said, from)) {
    own += `${text.slice(from, at)}x`
    from = at + said.length
  }
  return own + text.slice(from)
}

/** Values of numbers that stand at one place of the report and are told differently in two sentences of one summary. */
export function inconsistentNumbers(claims: readonly Claim[]): { told: number; differing: string[] } {
  const places = new Map<string, Set<string>>()
  for (const { pointer, value, low, high, unit } of claims.flatMap(({ numbers }) => numbers)) {
    if (pointer === null) continue
    const said = JSON.stringify([value, low, high, unit])
    places.set(pointer, (places.get(pointer) ?? new Set()).add(said))
  }
  return { told: places.size, differing: [...places].flatMap(([pointer, said]) => (said.size > 1 ? [pointer] : [])) }
}
