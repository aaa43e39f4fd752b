import { describe } from 'vitest'
import { createTestDatabase } from '../../../testing/test-database.ts'
import { jobsContract } from '../jobs.contract.ts'

describe('jobs on the embedded database', () => {
  jobsContract(createTestDatabase)
})
