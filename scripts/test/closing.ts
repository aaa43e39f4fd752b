import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { addOutcomes, failOnce, type Outcome } from './outcome.ts'

const file = 'test-results/tests.json'

/** Forgets what an earlier `npm test` found, so that a run that dies cannot be taken for it. */
export function forgetTests(): void {
  rmSync(file, { force: true })
}

/** Keeps what `npm test` found for the closing line of `npm run proofs`. */
export function keepTests(outcome: Outcome): void {
  mkdirSync('test-results', { recursive: true })
  writeFileSync(file, JSON.stringify(outcome))
}

/** What the last `npm test` found; one failure when it did not reach its end. */
export function readTests(): Outcome {
  return existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Outcome)
    : failOnce({ title: 'npm test did not reach its end', command: 'npm test' })
}

/** Repeats every failure with the command that runs it alone, then the closing line; the exit code of the run. */
export function close(outcomes: readonly Outcome[]): number {
  const { passed, failures } = addOutcomes(outcomes)
  for (const { title, reason, command } of failures)
    console.log(`\nfailed: ${title}${reason === undefined ? '' : `\n  ${reason}`}\n  ${command}`)
  console.log(`\n${passed} passed, ${failures.length} failed`)
  return failures.length === 0 ? 0 : 1
}
