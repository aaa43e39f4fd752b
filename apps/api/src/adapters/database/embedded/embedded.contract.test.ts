import { describe } from 'vitest'
import { createTestDatabase } from '../../../testing/test-database.ts'
import { databaseContract } from '../database.contract.ts'
import { turnsContract } from '../turns.contract.ts'

describe('the embedded database', () => {
  databaseContract(createTestDatabase)
})

describe('turns of the embedded database', () => {
  turnsContract(createTestDatabase)
})
