import type { QueryNode } from '@auspex/analytics'
import type { PublishedDocument } from '@auspex/sdk/types'
import type { DocumentFilter, DocumentsModule } from '../../library/index.ts'
import { presentDocument, toLibraryDocument } from '../../reports/index.ts'
import type { Column } from './write-rows.ts'

/** Documents read per batch. */
export const batchSize = 500

/** The documents with these ids and the passage that matched, batch by batch, in their order. */
export async function* presentedDocuments(
  { ids, node, filter }: { ids: readonly string[]; node: QueryNode; filter: DocumentFilter },
  documents: DocumentsModule,
): AsyncGenerator<PublishedDocument[]> {
  for (let start = 0; start < ids.length; start += batchSize) {
    const batch = await documents.getDocuments(ids.slice(start, start + batchSize), { withoutTone: filter.withoutTone })
    yield batch.map((document) => presentDocument(toLibraryDocument(document), node))
  }
}

export const documentColumns: readonly Column<PublishedDocument>[] = [
  ['id', ({ id }) => id],
  ['source', ({ source }) => source],
  ['outlet', ({ outlet }) => outlet],
  ['kind', ({ kind }) => kind],
  ['title', ({ title }) => title],
  ['url', ({ url }) => url],
  ['author', ({ author }) => author],
  ['publishedAt', ({ publishedAt }) => publishedAt, 'moment'],
  ['datePrecision', ({ datePrecision }) => datePrecision],
  ['country', ({ country }) => country],
  ['countryBasis', ({ countryBasis }) => countryBasis],
  ['language', ({ language }) => language],
  ['tone', ({ tone }) => tone.label],
  ['toneScore', ({ tone }) => tone.score, 'decimal'],
  ['points', ({ engagement }) => engagement?.score ?? null, 'count'],
  ['comments', ({ engagement }) => engagement?.comments ?? null, 'count'],
  ['views', ({ engagement }) => engagement?.views ?? null, 'count'],
  ['reposts', ({ engagement }) => engagement?.reposts ?? null, 'count'],
  ['story', ({ storyCluster }) => storyCluster],
  ['snippet', ({ snippet }) => snippet],
]
