/** The document cannot be served; `reasons` says why, one sentence each. */
export class InvalidContractError extends Error {
  override readonly name = 'InvalidContractError'
  readonly reasons: readonly string[]

  constructor(reasons: readonly string[]) {
    super(`The contract cannot be served: ${reasons.slice(0, 3).join('; ')}`)
    this.reasons = reasons
  }
}
