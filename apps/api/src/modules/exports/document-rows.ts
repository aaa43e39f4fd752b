import type { QueryNode } from '@auspex/analytics'
import type { PublishedDocument } from '@auspex/sdk/types'
import type { DocumentFilter, DocumentsModule } from '../documents/index.ts'
import { presentDocument, toLibraryDocument } from '../signals/index.ts'

/** Documents that are read at once. */
export const batchSize = 500

/** The documents of these ids with the passage that matched, batch by batch, in their order. */
export async function* presentedDocuments(
  { ids, node, filter }: { ids: readonly string[]; node: QueryNode; filter: Pick<DocumentFilter, 'withoutTone'> },
  documents: Pick<DocumentsModule, 'getDocuments'>,
): AsyncGenerator<PublishedDocument[]> {
  for (let at = 0; at < ids.length; at += batchSize) {
    const stored = await documents.getDocuments(ids.slice(at, at + batchSize), filter.withoutTone)
    yield stored.map((one) => presentDocument(toLibraryDocument(one), node))
  }
}

const encoder = new TextEncoder()

/** One JSON object a line, as `listSignalDocuments` gives them. */
export async function* writeJsonLines(batches: AsyncIterable<readonly object[]>): AsyncGenerator<Uint8Array> {
  for await (const batch of batches) yield encoder.encode(batch.map((one) => `${JSON.stringify(one)}\n`).join(''))
}

const columns: readonly [name: string, of: (document: PublishedDocument) => string | number | null][] = [
  ['id', ({ id }) => id],
  ['source', ({ source }) => source],
  ['outlet', ({ outlet }) => outlet],
  ['kind', ({ kind }) => kind],
  ['title', ({ title }) => title],
  ['url', ({ url }) => url],
  ['author', ({ author }) => author],
  ['publishedAt', ({ publishedAt }) => publishedAt],
  ['datePrecision', ({ datePrecision }) => datePrecision],
  ['country', ({ country }) => country],
  ['countryBasis', ({ countryBasis }) => countryBasis],
  ['language', ({ language }) => language],
  ['tone', ({ tone }) => tone.label],
  ['toneScore', ({ tone }) => tone.score],
  ['points', ({ engagement }) => engagement?.score ?? null],
  ['comments', ({ engagement }) => engagement?.comments ?? null],
  ['views', ({ engagement }) => engagement?.views ?? null],
  ['reposts', ({ engagement }) => engagement?.reposts ?? null],
  ['story', ({ storyCluster }) => storyCluster],
  ['snippet', ({ snippet }) => snippet],
]

/** Tells Excel that a file is UTF-8. Other readers of CSV may take it for a part of the first column's name. */
export const byteOrderMark: Uint8Array = encoder.encode('\uFEFF')

/** CSV (RFC 4180) with a header; unknown is an empty field. */
export async function* writeCsv(batches: AsyncIterable<readonly PublishedDocument[]>): AsyncGenerator<Uint8Array> {
  yield encoder.encode(`${columns.map(([name]) => name).join(',')}\r\n`)
  for await (const batch of batches)
    yield encoder.encode(batch.map((one) => `${columns.map(([, of]) => toField(of(one))).join(',')}\r\n`).join(''))
}

/**
 * A field; text that a spreadsheet would run as a formula begins with an apostrophe, also behind signs that nobody sees and with the
 * full-width signs that Japanese and Chinese editions of Excel take for the others.
 */
export function toField(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = /^[\s\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(value) ? `'${value}` : value
  return /[",\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
