import { failOnce, type Outcome } from './outcome.ts'
import { createProgress } from './progress.ts'
import type { Phase, Step } from './step.ts'

/** Runs phase after phase, says what runs and how long is left, and resolves with what each step found. A step that throws has failed. */
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
    const waiting = [...steps]
    const worker = async (): Promise<void> => {
      for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) await runStep(step, atOnce > 1)
    }
    await Promise.all(Array.from({ length: atOnce }, worker))
  }
  progress.save()
  return outcomes
}
