import { parseQuery } from '@auspex/analytics'
import type { SourceDocument } from '@auspex/sources'
import { createTestDatabase } from '../../../../testing/test-database.ts'
import type { DocumentStore } from '../../document-store.port.ts'
import { type OpenStore, save } from '../../document-store.contract.ts'
import { type DocumentFilter, toMatching } from '../../document-filter.ts'
import { createPostgresStore } from '../../postgres/postgres-store.ts'
import { type PreparedDocument, prepareDocument } from '../../prepare-document.ts'
import { randomDocuments, randomQueries } from '../../testing/random-library.ts'
import { openTestStore } from './open-test-store.ts'

/** The same library in both engines; PostgreSQL's results are the reference. */
export interface ComparedStores {
  postgres: OpenStore & { store: DocumentStore }
  clickhouse: OpenStore
  documents: readonly PreparedDocument[]
  close(): Promise<void>
}

const documentCount = 1_500
/** Names of the library, numbered from 1. */
export const entityNames = ['Ada', 'Oatly', 'Berlin', 'Milk Board', 'NASA', 'Nobody'] as const

/** Covers stories of several documents, names, ties in time and points, times before 1970, comments, documents without a title, and both worlds. */
export async function openComparedStores(): Promise<ComparedStores> {
  const database = await createTestDatabase()
  const postgres = { store: createPostgresStore(database), database, close: () => database.close() }
  const clickhouse = await openTestStore(2)
  const documents = randomDocuments({ count: documentCount, seed: 23 })
    .map(vary)
    .map((one) => prepareDocument(one))
  for (const opened of [postgres, clickhouse]) {
    for (let index = 0; index < documents.length; index += 500) await save(opened, documents.slice(index, index + 500))
    await opened.store.setClusters(toStories(documents))
    await opened.store.setEntities(toEntities(documents))
    await nameEntities(opened)
  }
  return {
    postgres,
    clickhouse,
    documents,
    close: async () => {
      await Promise.all([postgres.close(), clickhouse.close()])
    },
  }
}

/** Filters of every kind, the same for the same seed. */
export function randomFilters({ count, seed }: { count: number; seed: number }): DocumentFilter[] {
  const matching = randomQueries({ count: count * 4, seed }).flatMap((text) => {
    const parsed = parseQuery(text)
    return parsed.ok ? [toMatching(parsed.query)] : []
  })
  return Array.from({ length: count }, (_, index) => ({
    world: index % 9 === 8 ? 'demo' : 'real',
    ...(index % 5 === 4 ? { tsquery: null } : (matching[index] ?? { tsquery: null })),
    ...slices[index % slices.length],
  }))
}

const slices: readonly Partial<DocumentFilter>[] = [
  {},
  { fromDay: '2026-01-05', toDay: '2026-01-20' },
  {},
  { country: 'DE' },
  { sources: ['imported'] },
  {},
  { kinds: ['article', 'comment'], lang: 'en' },
  { entity: 'berlin' },
  { tone: 'positive' },
  {},
  { outlet: 'example.org', fromDay: '1859-01-01' },
  { author: 'ann', publishedTo: '2026-01-20T23:59:59Z' },
  { entity: 'unheard of' },
]

function vary(document: SourceDocument, index: number): SourceDocument {
  const { engagement } = document
  return {
    ...document,
    ...(index % 30 === 7 && { sourceKey: 'demo' as const }),
    ...(index % 13 === 5 && { kind: index % 2 === 0 ? ('comment' as const) : ('answer' as const) }),
    ...(index % 11 === 3 && { title: '' }),
    ...(index % 40 === 9 && { publishedAt: `1859-11-${String((index % 20) + 1).padStart(2, '0')}T10:00:00.123Z` }),
    engagement: engagement === null ? null : { ...engagement, comments: index % 3 === 0 ? index % 5 : null },
  }
}

/** Assigns every third document to one of sixty stories. */
function toStories(documents: readonly PreparedDocument[]): { id: string; cluster: string }[] {
  return documents.flatMap(({ id }, index) =>
    index % 3 === 0 ? [{ id, cluster: documents[(index * 7) % 60]?.id ?? id }] : [],
  )
}

function toEntities(documents: readonly PreparedDocument[]): { id: string; entities: number[] }[] {
  return documents.flatMap(({ id }, index) => {
    const entities = entityNames.flatMap((_, position) => ((index * 31 + position * 17) % 7 < 2 ? [position + 1] : []))
    return index % 4 === 0 ? [] : [{ id, entities: index % 50 === 1 ? [...entities, 99] : entities }]
  })
}

async function nameEntities({ database: { pool } }: OpenStore): Promise<void> {
  for (const [index, name] of entityNames.entries())
    await pool.query(
      'insert into entity (id, key, name, kind, documents, demo_documents) values ($1, $2, $3, $4, $5, $6)',
      [index + 1, name.toLowerCase(), name, 'person', 100 + index, 10 + index],
    )
  await pool.query('update entity_library set documents = case when demo then 45 else 1400 end')
  await pool.query("insert into term_background (term, demo, documents) values ('tea', false, 40), ('oat', true, 3)")
  await pool.query('update term_background_state set sampled_documents = 150, library_documents = 1450')
}
