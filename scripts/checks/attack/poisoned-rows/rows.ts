import type { ImportDocument } from '@auspex/sdk/types'

/** Zero dates that programs write, the epoch, a typing error, clocks set to the future, and the limits of a date. */
export const impossibleDates = [
  '0001-01-01T00:00:00Z',
  '0095-06-01T00:00:00Z',
  '1601-01-01T00:00:00Z',
  '1899-12-30T00:00:00Z',
  '1969-12-31T23:59:59Z',
  '1970-01-01T00:00:00Z',
  '2127-01-01T00:00:00Z',
  '9998-01-01T00:00:00Z',
  '9999-12-31T23:59:59Z',
]

const dayMs = 86_400_000

/** A document about the topic that the check searches for, from the last 60 days unless a date is given. */
export function toDocument(n: number, publishedAt?: string): ImportDocument {
  const at = new Date(Date.now() - (1 + (n % 60)) * dayMs)
  return {
    sourceKey: 'imported',
    nativeId: `poison-${n}`,
    kind: 'article',
    outlet: `outlet${n % 7}.example`,
    url: `https://outlet${n % 7}.example/${n}`,
    title: `Quince harvest in district ${n}`,
    body: `What quince growers of district ${n} in Bavaria say about frost.`,
    author: null,
    publishedAt: publishedAt ?? `${at.toISOString().slice(0, 19)}Z`,
    datePrecision: 'second',
    country: 'DE',
    countryBasis: 'source',
    lang: 'en',
    engagement: null,
  }
}
