import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'

/** A failure, as the end of a run repeats it. */
export interface Failure {
  /** A step, or a test with its file. */
  readonly title: string
  /** The command that reruns it alone. */
  readonly command: string
  /** The first line of its error message, if there is one. */
  readonly reason?: string
  /** The test file, as the runner takes it; absent for what is not a test. */
  readonly file?: string
}

export interface Outcome {
  readonly passed: number
  readonly failures: readonly Failure[]
  /** Tests that failed once and passed when they were run again alone; each counts as passed. */
  readonly unsteady?: readonly Failure[]
}

export const passedOnce: Outcome = { passed: 1, failures: [] }

export function failOnce(failure: Failure): Outcome {
  return { passed: 0, failures: [failure] }
}

export function addOutcomes(outcomes: readonly Outcome[]): Outcome {
  return {
    passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
    failures: outcomes.flatMap(({ failures }) => failures),
    unsteady: outcomes.flatMap(({ unsteady = [] }) => unsteady),
  }
}

/** Where `npm test` saves its outcome for the closing line of `npm run proofs`. */
const savedTests = 'test-results/tests.json'

/** Saves the outcome of `npm test`; without one, forgets an earlier one, so that it is not mistaken for that of a run that dies. */
export function saveTests(outcome?: Outcome): void {
  mkdirSync('test-results', { recursive: true })
  if (outcome === undefined) rmSync(savedTests, { force: true })
  else writeFileSync(savedTests, JSON.stringify(outcome))
}

/** The outcome of the last `npm test`; a single failure if it did not finish. */
export function readTests(): Outcome {
  if (!existsSync(savedTests)) return failOnce({ title: 'npm test did not reach its end', command: 'npm test' })
  return JSON.parse(readFileSync(savedTests, 'utf8')) as Outcome
}

/** The number of tests that may pass only when repeated. More are no accident, and fail the run. */
const maxUnsteady = 2

function describe({ title, reason, command }: Failure): string {
  return `${title}${reason === undefined ? '' : `\n  ${reason}`}\n  ${command}`
}

/**
 * Lists the tests that passed only when repeated, with the load of the machine, then every failure with the command that reruns it alone, prints the
 * closing line and returns the exit code.
 */
export function close(outcomes: readonly Outcome[]): number {
  const { passed, failures: failed, unsteady = [] } = addOutcomes(outcomes)
  const [load = 0] = loadavg()
  for (const each of unsteady) console.log(`\nunsteady (load ${load.toFixed(1)}): ${describe(each)}`)
  const tooMany = { title: `${unsteady.length} tests are unsteady, at most ${maxUnsteady}`, command: 'npm test' }
  const failures = unsteady.length <= maxUnsteady ? failed : [...failed, tooMany]
  for (const each of failures) console.log(`\nfailed: ${describe(each)}`)
  console.log(`\n${passed} passed, ${failures.length} failed`)
  return failures.length === 0 ? 0 : 1
}
