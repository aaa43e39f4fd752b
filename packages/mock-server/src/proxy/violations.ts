/** An exchange that broke the contract. */
export interface Violation {
  /** RFC 3339 in UTC. */
  at: string
  /** Null for an unknown path. */
  operationId: string | null
  method: string
  /** Path and query as received. */
  target: string
  status: number
  /** The places and reasons, one sentence each. */
  faults: readonly string[]
}

/** Only the newest are kept, since testers want to see what happens now. */
const maxViolations = 1000

export interface Violations {
  add(violation: Violation): void
  list(): readonly Violation[]
  /** The total of added violations, including dropped ones; `clear` does not reset it. */
  count(): number
  clear(): void
}

export function createViolations(): Violations {
  let newest: Violation[] = []
  let count = 0
  return {
    add(violation) {
      count += 1
      newest.push(violation)
      if (newest.length > maxViolations) newest = newest.slice(-maxViolations)
    },
    list: () => newest,
    count: () => count,
    clear() {
      newest = []
    },
  }
}

/** One line for the console. */
export function toLine({ method, target, faults }: Violation): string {
  const more = faults.length > 5 ? ` (and ${faults.length - 5} more)` : ''
  return `${method} ${target}: ${faults.slice(0, 5).join('; ')}${more}`
}
