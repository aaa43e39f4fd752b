import { decode, type InterestSplit, kindCodes, toneCodes } from '../documents/index.ts'

/** The value of a split in the words of the contract. */
export function partWords(split: InterestSplit | null, part: string | null): string | null {
  if (split === null || part === null) return null
  if (split === 'kind') return decode(kindCodes, Number(part))
  if (split === 'tone') return decode(toneCodes, Number(part))
  return part.slice(0, 60)
}
