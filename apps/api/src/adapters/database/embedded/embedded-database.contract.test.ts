import { describe } from 'vitest'
import { createTestDatabase } from '../../../testing/test-database.ts'
import { databaseContract } from '../database.contract.ts'
import { turnsContract } from '../turns.contract.ts'

describe('the embedded database', () => {
  databaseContract(createTestDatabase)
})

describe('turns of the embedded database', () => {
  // slices as in the product, but without the limits that a busy machine would hit
  const limits = { timeoutMs: 600_000, slice: { firstMs: 200, maxMs: 600_000 } }
  turnsContract(() => createTestDatabase(limits))
})
