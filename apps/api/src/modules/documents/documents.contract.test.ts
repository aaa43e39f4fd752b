import { afterAll, describe, test } from 'vitest'
import { openDatabase } from '../../adapters/database/open-database.ts'
import { startLocalPostgres } from '../../adapters/database/testing/local-postgres.ts'
import { createTestDatabase, silentLog } from '../../testing/test-database.ts'
import { documentsContract } from './documents.contract.ts'

describe('documents on the embedded database', () => documentsContract(createTestDatabase))

const server = await startLocalPostgres()
if (typeof server === 'string') {
  console.warn(`documents on a native PostgreSQL skipped: ${server}`)
  test.skip(`documents on a native PostgreSQL (${server})`, () => {})
} else {
  afterAll(() => server.stop())
  describe('documents on a native PostgreSQL', () =>
    documentsContract(() => openDatabase({ databaseUrl: server.databaseUrl, log: silentLog })))
}
