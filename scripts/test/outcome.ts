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
