import type { DocumentKind, SourceDocument } from '@auspex/sources'

// Small numbers that stand for names in the fact table. A number is never reused for another meaning. Those of sources are in source-codes.ts,
// separately, because threads that only read texts need no source.

export type ToneLabel = 'unknown' | 'negative' | 'neutral' | 'positive'
export type CountryBasis = NonNullable<SourceDocument['countryBasis']>

export const kindCodes = {
  article: 1,
  post: 2,
  comment: 3,
  question: 4,
  answer: 5,
  video: 6,
  paper: 7,
  trial: 8,
  filing: 9,
} as const satisfies Record<DocumentKind, number>
export const toneCodes = { unknown: 0, negative: 1, neutral: 2, positive: 3 } as const satisfies Record<
  ToneLabel,
  number
>
export const countryBasisCodes = { source: 1, content: 2, author: 3 } as const satisfies Record<CountryBasis, number>
export const datePrecisionCodes = { second: 0, day: 1 } as const satisfies Record<
  SourceDocument['datePrecision'],
  number
>

/** Decodes a stored number. Throws `RangeError` for one that no version of this file wrote. */
export function decode<Name extends string>(codes: Readonly<Record<Name, number>>, code: number): Name {
  for (const name in codes) if (codes[name] === code) return name
  throw new RangeError(
    `The database holds the code ${code}, which this version does not support; was it written by a newer one?`,
  )
}

/** Encodes two letters as a number, the first times 256; 0 for none. */
export function encodeCountry(country: string | null): number {
  return country === null ? 0 : country.charCodeAt(0) * 256 + country.charCodeAt(1)
}

/** The two letters of a number; null for 0. */
export function decodeCountry(code: number): string | null {
  return code === 0 ? null : String.fromCharCode(code >> 8, code & 255)
}
