import { describe } from 'vitest'
import { describeOnPostgres } from '../../adapters/database/testing/describe-on-postgres.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { documentStoreContract } from './document-store.contract.ts'
import { rereadingContract } from './enrichment/rereading.contract.ts'
import { createPostgresStore } from './postgres/postgres-store.ts'
import { emptyDocuments } from './testing/empty-documents.ts'

const openEmbedded = async () => {
  const database = await createTestDatabase()
  return { store: createPostgresStore(database), database, close: () => database.close() }
}

describe('documents in the embedded database', () => {
  documentStoreContract(openEmbedded)
  describe('whose words are old', () => {
    rereadingContract(openEmbedded)
  })
})

await describeOnPostgres('documents in a native PostgreSQL', (open) => {
  const openEmpty = async () => {
    const database = await open()
    await emptyDocuments(database)
    return { store: createPostgresStore(database), database, close: () => database.close() }
  }
  documentStoreContract(openEmpty)
  describe('whose words are old', () => {
    rereadingContract(openEmpty)
  })
})
