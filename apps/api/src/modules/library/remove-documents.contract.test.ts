import { describe } from 'vitest'
import { describeOnPostgres } from '../../adapters/database/testing/describe-on-postgres.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { removeDocumentsContract } from './remove-documents.contract.ts'

describe('removing documents on the embedded database', () => {
  removeDocumentsContract(createTestDatabase)
})
await describeOnPostgres('removing documents on a native PostgreSQL', removeDocumentsContract)
