/**
 * Usage: npm run check checks/processes/api-suite.ts [-- PART_OF_A_PATH …]. Runs the API suite, or a part, on PostgreSQL with three APIs that take
 * its requests in turn and share nothing but the database, so what one of them only has in memory, the next does not know. Prints which tests
 * are skipped because they are about a single process, and why.
 */
import { finish } from '../harness/process.ts'
import { close } from '../../test/outcome.ts'
import { runOnPostgres } from '../../test/run-vitest.ts'
import { findMistakes, oneProcessTests, patternOfOthers } from './one-process.ts'

const mistakes = findMistakes()
if (mistakes.length > 0) finish(mistakes)
const filters = process.argv.slice(2)
const outcome = await runOnPostgres({
  processes: 3,
  testNamePattern: patternOfOthers(),
  ...(filters.length > 0 && { filters }),
})
console.log('\nLeft out, because they are about one process:')
for (const [because, tests] of Map.groupBy(oneProcessTests, (each) => each.because)) {
  console.log(`- ${because}:`)
  for (const { file, group, test } of tests) console.log(`    ${file} › ${group} ${test}…`)
}
process.exit(close([outcome]))
