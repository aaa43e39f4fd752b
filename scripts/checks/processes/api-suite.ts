/**
 * Usage: npm run check checks/processes/api-suite.ts [-- PART_OF_A_PATH …]. The whole API suite, or a part, on PostgreSQL with three APIs that answer
 * its requests in turn and share nothing but the database: what one of them only remembers, the next does not know.
 */
import { close } from '../../test/closing.ts'
import { runOnPostgres } from '../../test/run-vitest.ts'

const filters = process.argv.slice(2)
process.exit(close([await runOnPostgres({ processes: 3, ...(filters.length > 0 && { filters }) })]))
