/** Usage: npm test [-- --changed[=BRANCH]] [-- PATH …]. Checks that the product is correct; `npm run proofs` runs the slow checks. */
import { rmSync } from 'node:fs'
import { changedPhases } from './changed-phases.ts'
import { addOutcomes, close, saveTests } from './outcome.ts'
import { runPhases } from './run-phases.ts'
import { runVitest } from './run-vitest.ts'
import { testPhases } from './tests.ts'

const args = process.argv.slice(2)
const paths = args.filter((arg) => !arg.startsWith('--'))
const unknown = args.filter((arg) => arg.startsWith('--') && !/^--changed(?:=|$)/.test(arg))
if (unknown.length > 0) {
  console.error(`No such option: ${unknown.join(', ')}. There is --changed[=BRANCH].`)
  process.exit(2)
}

if (paths.length > 0) process.exit(close([await runVitest(paths)]))
const changedArgument = args.find((arg) => arg === '--changed' || arg.startsWith('--changed='))
if (changedArgument !== undefined) process.exit(close(await runPhases(changedPhases(changedArgument.split('=')[1]))))

saveTests()
rmSync('test-results/ledger', { recursive: true, force: true })
const outcomes = await runPhases(testPhases)
saveTests(addOutcomes(outcomes))
process.exit(close(outcomes))
