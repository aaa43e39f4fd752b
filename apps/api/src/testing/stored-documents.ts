import type { SourceDocument } from '@auspex/sources'
import { ch, text } from '../adapters/clickhouse/statement.ts'
import type { Database } from '../adapters/database/database.port.ts'

/** How many documents are stored, in either store. */
export async function countStored({ clickhouse, pool }: Database): Promise<number> {
  if (clickhouse === null) {
    const { rows } = await pool.query<{ n: number }>('select count(*)::int as n from document')
    return rows[0]?.n ?? 0
  }
  const rows = await clickhouse.ask<{ n: number }>(ch`select toUInt32(count()) as n from document`)
  return rows.reduce((sum, { n }) => sum + n, 0)
}

/** Removes all documents without updating any counts. */
export async function removeStored({ clickhouse, pool }: Database): Promise<void> {
  await pool.query('truncate document, document_text')
  await clickhouse?.ask(ch`truncate table document`)
}

/** The distinct addresses of the documents whose titles have this prefix, in either store. */
export async function readAddresses({ clickhouse, pool }: Database, title: string): Promise<(string | null)[]> {
  if (clickhouse === null) {
    const { rows } = await pool.query<{ url: string | null }>(
      'select distinct url from document_text where starts_with(title, $1)',
      [title],
    )
    return rows.map(({ url }) => url)
  }
  const rows = await clickhouse.ask<{ url: string | null }>(
    ch`select distinct url from document where startsWith(title, ${text(title)})`,
  )
  return [...new Set(rows.map(({ url }) => url))]
}

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

/** An article with an address and a text of its own; a test overrides the field under test. */
export function sampleArticle(overrides: Partial<SourceDocument> & { nativeId: string }): SourceDocument {
  return sampleDocument({
    outlet: 'northwind-times.example',
    url: `https://northwind-times.example/${overrides.nativeId}`,
    title: `Oat milk ${overrides.nativeId}`,
    body: `Report ${overrides.nativeId} on oat milk.`,
    publishedAt: '2026-11-10T08:00:00Z',
    ...overrides,
  })
}

/** `count` documents about a term, each with its own id and day, going back from `lastDay`. */
export function documentsAbout({
  term,
  count,
  ...fields
}: Partial<Omit<SourceDocument, 'nativeId'>> & { term: string; count: number }): SourceDocument[] {
  return Array.from({ length: count }, (_, index) => {
    const day = String(20 - (index % 20)).padStart(2, '0')
    return sampleArticle({
      nativeId: `${term}-${fields.sourceKey ?? 'imported'}-${index}`,
      title: `${term} story ${index}`,
      body: `What people said about ${term}, part ${index}.`,
      publishedAt: `2026-11-${day}T08:00:00Z`,
      ...fields,
    })
  })
}

/** How and when a test deletes documents, where that does not matter. */
export const sampleDeletion = { way: 'source', at: new Date('2026-02-01T00:00:00Z') } as const
