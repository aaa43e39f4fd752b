import { databaseContract } from './database.contract.ts'
import { describeOnPostgres } from './testing/describe-on-postgres.ts'

await describeOnPostgres('a native PostgreSQL', databaseContract)
