import type { InvalidField } from '@auspex/contract'
import type { ProblemFacts } from './problem.ts'

/** A refused request. Only thrown inside the mock; its fields become the reply. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly facts: ProblemFacts

  constructor(facts: ProblemFacts) {
    super(facts.title ?? `Refused with ${facts.status}`)
    this.facts = facts
  }
}

/** The refusal of a request that violates the contract. */
export function invalid(errors: readonly InvalidField[]): Refusal {
  const [first] = errors
  const detail = first === undefined ? undefined : `${first.in} ${first.pointer} ${first.message}`
  return new Refusal({
    status: 422,
    title: 'The request does not match the contract',
    ...(detail === undefined ? {} : { detail }),
    errors,
  })
}

/** An item is missing, or belongs to another user; callers cannot tell which. `code` is the contract's own code for it. */
export function notFound(collection: string, code = `${collection}.not_found`): Refusal {
  return new Refusal({
    status: 404,
    code,
    title: 'Not found, or it belongs to someone else',
  })
}
