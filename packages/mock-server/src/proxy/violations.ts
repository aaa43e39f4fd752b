/** An exchange that broke the contract. */
export interface Violation {
  /** RFC 3339 in UTC. */
  at: string
  /** Null for an address that no operation has. */
  operationId: string | null
  method: string
  /** Path and query as they came. */
  target: string
  status: number
  /** Where and how, one sentence each. */
  faults: readonly string[]
}

/** The newest are kept; testers want to see what happens now. */
const most = 1000

export interface Violations {
  add(violation: Violation): void
  list(): readonly Violation[]
  /** All that were ever added, also those that are forgotten; `clear` does not count them out. */
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
      if (newest.length > most) newest = newest.slice(-most)
    },
    list: () => newest,
    count: () => count,
    clear() {
      newest = []
    },
  }
}

/** One line for people. */
export function toLine({ method, target, faults }: Violation): string {
  const more = faults.length > 5 ? ` (and ${faults.length - 5} more)` : ''
  return `${method} ${target}: ${faults.slice(0, 5).join('; ')}${more}`
}
