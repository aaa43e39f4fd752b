import { describe } from 'vitest'
import { describeOnPostgres } from '../../adapters/database/testing/describe-on-postgres.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { documentsContract } from './documents.contract.ts'
import { outletWeeksContract } from './outlet-weeks.contract.ts'
import { removeDocumentsContract } from './remove-documents.contract.ts'
import { reportFactsContract } from './report-facts.contract.ts'
import { setAsideContract } from './set-aside.contract.ts'

describe('documents on the embedded database', () => {
  documentsContract(createTestDatabase)
})
await describeOnPostgres('documents on a native PostgreSQL', documentsContract)

describe('report facts on the embedded database', () => {
  reportFactsContract(createTestDatabase)
})
await describeOnPostgres('report facts on a native PostgreSQL', reportFactsContract)

describe('weeks of outlets on the embedded database', () => {
  outletWeeksContract(createTestDatabase)
})
await describeOnPostgres('weeks of outlets on a native PostgreSQL', outletWeeksContract)

describe('impossible dates on the embedded database', () => {
  setAsideContract(createTestDatabase)
})
await describeOnPostgres('impossible dates on a native PostgreSQL', setAsideContract)

describe('removing documents on the embedded database', () => {
  removeDocumentsContract(createTestDatabase)
})
await describeOnPostgres('removing documents on a native PostgreSQL', removeDocumentsContract)
