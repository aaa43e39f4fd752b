import type { DocumentKind, SourceDocument, SourceKey } from '@auspex/sources'

// Small numbers that stand for names in the fact table. A number is never reused for another meaning.

export type ToneLabel = 'unknown' | 'negative' | 'neutral' | 'positive'
export type CountryBasis = NonNullable<SourceDocument['countryBasis']>

export const sourceCodes = {
  imported: 1,
  hacker_news: 2,
  gdelt: 3,
  rss: 4,
  wikipedia: 5,
  demo: 6,
  gdelt_archive: 7,
  google_news: 8,
  bluesky: 9,
  mastodon: 10,
  lemmy: 11,
  stack_exchange: 12,
  reddit: 13,
  youtube: 14,
  arxiv: 15,
  pubmed: 16,
  clinical_trials: 17,
  openfda: 18,
  sec_edgar: 19,
  binance: 20,
  coinbase: 21,
  coingecko: 22,
  alpha_vantage: 23,
} as const satisfies Record<SourceKey, number>
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

/** Reads a stored number back. Throws `RangeError` for one that no version of this file wrote. */
export function decode<Name extends string>(codes: Readonly<Record<Name, number>>, code: number): Name {
  for (const name in codes) if (codes[name] === code) return name
  throw new RangeError(
    `The database holds the code ${code}, which this version does not know; was it written by a newer one?`,
  )
}

/** The source of a stored number. Throws like `decode`. */
export function decodeSource(code: number): SourceKey {
  return decode(sourceCodes, code)
}

/** The stored numbers of what is known of a document; 0 for an unknown basis of the country. */
export function toCodes(document: {
  source: SourceKey
  kind: DocumentKind
  tone: { label: ToneLabel }
  countryBasis: CountryBasis | null
}): { source: number; kind: number; toneLabel: number; countryBasis: number } {
  const { source, kind, tone, countryBasis } = document
  return {
    source: sourceCodes[source],
    kind: kindCodes[kind],
    toneLabel: toneCodes[tone.label],
    countryBasis: countryBasis === null ? 0 : countryBasisCodes[countryBasis],
  }
}

/** Two letters as a number, the first one times 256; 0 for none. */
export function encodeCountry(country: string | null): number {
  return country === null ? 0 : country.charCodeAt(0) * 256 + country.charCodeAt(1)
}
