/**
 * Usage: npm run check checks/processes/api-suite.ts [-- PART_OF_A_PATH …]. Runs the API suite, or a part, on PostgreSQL with three APIs that take
 * its requests in turn and share nothing but the database, so what one of them only has in memory, the next does not know. Prints which tests
 * are skipped because they are about a single process, and why.
 */
import { close } from '../../test/closing.ts'
import { runOnPostgres } from '../../test/run-vitest.ts'
import { findMistakes, oneProcessTests, patternOfOthers, titleOf } from './one-process.ts'

const mistakes = findMistakes(oneProcessTests)
for (const mistake of mistakes) console.error(mistake)
if (mistakes.length > 0) process.exit(1)

const filters = process.argv.slice(2)
const outcome = await runOnPostgres({
  processes: 3,
  testNamePattern: patternOfOthers(oneProcessTests),
  ...(filters.length > 0 && { filters }),
})
console.log('\nLeft out, because they are about one process:')
for (const because of new Set(oneProcessTests.map((each) => each.because))) {
  console.log(`- ${because}:`)
  for (const each of oneProcessTests.filter((other) => other.because === because))
    console.log(`    ${each.file} › ${titleOf(each)}…`)
}
process.exit(close([outcome]))
