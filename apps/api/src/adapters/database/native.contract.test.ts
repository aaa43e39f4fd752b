import { afterAll, describe, test } from 'vitest'
import { silentLog } from '../../testing/test-database.ts'
import { databaseContract } from './database.contract.ts'
import { openDatabase } from './open-database.ts'
import { startLocalPostgres } from './testing/local-postgres.ts'

const server = await startLocalPostgres()

if (typeof server === 'string') {
  console.warn(`native database contract skipped: ${server}`)
  test.skip(`the native database keeps the contract (${server})`, () => {})
} else {
  afterAll(() => server.stop())
  describe('a native PostgreSQL', () =>
    databaseContract(() => openDatabase({ databaseUrl: server.databaseUrl, log: silentLog })))
}
