import { sql } from 'kysely'
import type { ClickhouseEngine } from '../../../../adapters/clickhouse/engine.port.ts'
import type { Database } from '../../../../adapters/database/database.port.ts'
import { createTestDatabase } from '../../../../testing/test-database.ts'
import { save } from '../../document-store.contract.ts'
import type { DocumentStore } from '../../document-store.port.ts'
import { createPostgresStore } from '../../postgres/postgres-store.ts'
import { randomEntities, type RandomStories } from '../../testing/random-stories.ts'
import { openTestStore } from './open-test-store.ts'

/** The same documents in both stores, under the same numbers; ClickHouse has them on two shards. */
export interface PairedStores {
  clickhouse: { store: DocumentStore; database: Database; engine: ClickhouseEngine }
  postgres: { store: DocumentStore; database: Database }
  close(): Promise<void>
}

export async function openPairedStores({ documents, clusters, entities }: RandomStories): Promise<PairedStores> {
  const clickhouse = await openTestStore(2)
  const database = await createTestDatabase()
  const postgres = { store: createPostgresStore(database), database, close: () => database.close() }
  for (const opened of [clickhouse, postgres]) {
    for (const randomEntity of randomEntities)
      await sql`
        insert into entity (id, key, name, kind, documents, demo_documents)
        values (${randomEntity.id}, ${randomEntity.name.toLowerCase()}, ${randomEntity.name}, 'person', ${randomEntity.documents}, ${randomEntity.demoDocuments})`.execute(
        opened.database.kysely,
      )
    // in several inserts, which must read as one library
    for (let index = 0; index < documents.length; index += 400) await save(opened, documents.slice(index, index + 400))
    await opened.store.setClusters(clusters)
    await opened.store.setEntities(entities)
  }
  const engine = clickhouse.database.clickhouse
  if (engine === null) throw new TypeError('The database of the store has no ClickHouse')
  return {
    clickhouse: { ...clickhouse, engine },
    postgres,
    close: async () => {
      await clickhouse.close()
      await postgres.close()
    },
  }
}
