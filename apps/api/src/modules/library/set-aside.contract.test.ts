import { describe } from 'vitest'
import { describeOnPostgres } from '../../adapters/database/testing/describe-on-postgres.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { setAsideContract } from './set-aside.contract.ts'

describe('impossible dates on the embedded database', () => {
  setAsideContract(createTestDatabase)
})
await describeOnPostgres('impossible dates on a native PostgreSQL', setAsideContract)
