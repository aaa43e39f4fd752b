import type { SourceDocument } from '@auspex/sources'

/** A document about oat milk; a test overrides the field under test. */
export function sampleDocument(overrides: Partial<SourceDocument> = {}): SourceDocument {
  return {
    sourceKey: 'imported',
    nativeId: null,
    kind: 'article',
    outlet: 'example.org',
    url: null,
    title: 'Oat milk sales are great',
    body: null,
    author: null,
    publishedAt: '2026-01-05T08:00:00Z',
    datePrecision: 'second',
    country: null,
    countryBasis: null,
    lang: 'en',
    engagement: null,
    ...overrides,
  }
}
