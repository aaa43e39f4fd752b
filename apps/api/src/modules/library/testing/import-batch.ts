import type { ImportBatch, ImportDocument } from '@auspex/sdk/types'

/** A document as a client sends it. */
export const document = (nativeId: string): ImportDocument => ({
  sourceKey: 'imported',
  nativeId,
  kind: 'article',
  outlet: 'altoonamirror.com',
  url: `https://altoonamirror.com/${nativeId}`,
  title: `Oat milk prices rise in district ${nativeId}`,
  body: null,
  author: null,
  publishedAt: '2026-11-01T00:00:00Z',
  datePrecision: 'day',
  country: 'US',
  countryBasis: 'source',
  lang: 'en',
  engagement: null,
})
/** A batch of documents in consecutive lines. */
export const batch = (firstLine: number, ids: string[]): ImportBatch => ({
  firstLine,
  lastLine: firstLine + ids.length - 1,
  documents: ids.map(document),
  rejected: [],
})
