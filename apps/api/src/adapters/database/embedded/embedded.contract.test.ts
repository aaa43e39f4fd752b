import { describe } from 'vitest'
import { createTestDatabase } from '../../../testing/test-database.ts'
import { databaseContract } from '../database.contract.ts'

describe('the embedded database', () => {
  databaseContract(createTestDatabase)
})
