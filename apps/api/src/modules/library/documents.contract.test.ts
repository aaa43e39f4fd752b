import { describe } from 'vitest'
import { describeOnPostgres } from '../../adapters/database/testing/describe-on-postgres.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { documentsContract } from './documents.contract.ts'

describe('documents on the embedded database', () => {
  documentsContract(createTestDatabase)
})
await describeOnPostgres('documents on a native PostgreSQL', documentsContract)
