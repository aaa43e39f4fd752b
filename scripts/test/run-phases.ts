import { failOnce, type Outcome } from './outcome.ts'
import { createProgress } from './progress.ts'
import type { Phase, Step } from './step.ts'

/** Runs the phases in order, prints progress and the time left, and resolves with each step's outcome. A step that throws counts as failed. */
export async function runPhases(phases: readonly Phase[]): Promise<Outcome[]> {
  const progress = createProgress(phases)
  const outcomes: Outcome[] = []

  const runStep = async (step: Step, isBeside: boolean): Promise<void> => {
    progress.begin(step)
    const outcome = await step.run(isBeside).catch((error: unknown) => {
      console.error(error)
      return failOnce({ title: step.title, command: 'npm test', reason: String(error) })
    })
    outcomes.push(outcome)
    progress.end(step, outcome)
  }

  for (const { atOnce, steps } of phases) {
    const waitingSteps = [...steps]
    const worker = async (): Promise<void> => {
      for (let step = waitingSteps.shift(); step !== undefined; step = waitingSteps.shift())
        await runStep(step, atOnce > 1)
    }
    await Promise.all(Array.from({ length: atOnce }, worker))
  }
  progress.save()
  return outcomes
}
