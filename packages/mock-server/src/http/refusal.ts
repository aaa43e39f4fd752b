import type { ProblemFacts } from './problem.ts'

/** A request is refused. Thrown inside the mock only; its facts become the reply. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly facts: ProblemFacts

  constructor(facts: ProblemFacts) {
    super(facts.title ?? `Refused with ${facts.status}`)
    this.facts = facts
  }
}
