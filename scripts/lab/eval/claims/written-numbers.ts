import type { Claim } from '@auspex/sdk/types'
import type { RecountedValue } from './recount.ts'

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
export function foldQuotes(text: string): string {
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
