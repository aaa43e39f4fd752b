/** One thing that failed, in the words that the end of a run repeats. */
export interface Failure {
  /** A step, or a test with its file. */
  readonly title: string
  /** The command that runs it alone. */
  readonly command: string
  /** The first line of what it said, where there is one. */
  readonly reason?: string
}

export interface Outcome {
  readonly passed: number
  readonly failures: readonly Failure[]
}

export const passedOnce: Outcome = { passed: 1, failures: [] }

export function failOnce(failure: Failure): Outcome {
  return { passed: 0, failures: [failure] }
}

export function addOutcomes(outcomes: readonly Outcome[]): Outcome {
  return {
    passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
    failures: outcomes.flatMap(({ failures }) => failures),
  }
}
