import { describeOnPostgres } from '../../database/testing/describe-on-postgres.ts'
import { jobsContract } from '../jobs.contract.ts'

await describeOnPostgres('jobs on a native PostgreSQL', jobsContract)
