import { describe } from 'vitest'
import { describeOnPostgres } from '../../adapters/database/testing/describe-on-postgres.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { reportFactsContract } from './report-facts.contract.ts'

describe('report facts on the embedded database', () => {
  reportFactsContract(createTestDatabase)
})
await describeOnPostgres('report facts on a native PostgreSQL', reportFactsContract)
