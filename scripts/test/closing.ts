import { loadavg } from 'node:os'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { addOutcomes, failOnce, type Outcome } from './outcome.ts'

const file = 'test-results/tests.json'

/** Deletes the outcome of an earlier `npm test`, so that it is not mistaken for that of a run that dies. */
export function forgetTests(): void {
  rmSync(file, { force: true })
}

/** Saves the outcome of `npm test` for the closing line of `npm run proofs`. */
export function keepTests(outcome: Outcome): void {
  mkdirSync('test-results', { recursive: true })
  writeFileSync(file, JSON.stringify(outcome))
}

/** The outcome of the last `npm test`; a single failure if it did not finish. */
export function readTests(): Outcome {
  return existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Outcome)
    : failOnce({ title: 'npm test did not reach its end', command: 'npm test' })
}

/** The number of tests that may pass only when repeated. More are no accident, and fail the run. */
const maxUnsteady = 2

/**
 * Lists the tests that passed only when repeated, with the load of the machine, then every failure with the command that reruns it alone, prints the
 * closing line and returns the exit code.
 */
export function close(outcomes: readonly Outcome[]): number {
  const { passed, failures: failed, unsteady = [] } = addOutcomes(outcomes)
  const [load = 0] = loadavg()
  for (const { title, reason, command } of unsteady)
    console.log(
      `\nunsteady (load ${load.toFixed(1)}): ${title}${reason === undefined ? '' : `\n  ${reason}`}\n  ${command}`,
    )
  const failures =
    unsteady.length <= maxUnsteady
      ? failed
      : [...failed, { title: `${unsteady.length} tests are unsteady, at most ${maxUnsteady}`, command: 'npm test' }]
  for (const { title, reason, command } of failures)
    console.log(`\nfailed: ${title}${reason === undefined ? '' : `\n  ${reason}`}\n  ${command}`)
  console.log(`\n${passed} passed, ${failures.length} failed`)
  return failures.length === 0 ? 0 : 1
}
