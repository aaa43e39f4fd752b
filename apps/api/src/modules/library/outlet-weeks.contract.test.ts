import { describe } from 'vitest'
import { describeOnPostgres } from '../../adapters/database/testing/describe-on-postgres.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { outletWeeksContract } from './outlet-weeks.contract.ts'

describe('weeks of outlets on the embedded database', () => {
  outletWeeksContract(createTestDatabase)
})
await describeOnPostgres('weeks of outlets on a native PostgreSQL', outletWeeksContract)
