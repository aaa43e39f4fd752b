import { databaseContract } from './database.contract.ts'
import { turnsContract } from './turns.contract.ts'
import { describeOnPostgres } from './testing/describe-on-postgres.ts'

await describeOnPostgres('a native PostgreSQL', databaseContract)
await describeOnPostgres('turns of a native PostgreSQL', turnsContract)
