import type { SourceDocument } from '@auspex/sources'

/** A neutral document; a test overrides the fields it is about. */
export function sampleDocument(fields: Partial<SourceDocument> & { nativeId: string }): SourceDocument {
  return {
    sourceKey: 'imported',
    kind: 'article',
    outlet: 'northwind-times.example',
    url: `https://northwind-times.example/${fields.nativeId}`,
    title: `Oat milk ${fields.nativeId}`,
    body: `Report ${fields.nativeId} on oat milk.`,
    author: null,
    publishedAt: '2026-11-10T08:00:00Z',
    datePrecision: 'second',
    country: null,
    countryBasis: null,
    lang: 'en',
    engagement: null,
    ...fields,
  }
}

/** `count` documents about a term, each with its own id and day, going back from `lastDay`. */
export function documentsAbout({
  term,
  count,
  ...fields
}: Partial<Omit<SourceDocument, 'nativeId'>> & { term: string; count: number }): SourceDocument[] {
  return Array.from({ length: count }, (_, index) => {
    const day = String(20 - (index % 20)).padStart(2, '0')
    return sampleDocument({
      nativeId: `${term}-${fields.sourceKey ?? 'imported'}-${index}`,
      title: `${term} story ${index}`,
      body: `What people said about ${term}, part ${index}.`,
      publishedAt: `2026-11-${day}T08:00:00Z`,
      ...fields,
    })
  })
}
