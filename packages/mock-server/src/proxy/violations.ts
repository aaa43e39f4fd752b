/** A rule of the contract that a server can break. */
export type Breach =
  | 'undocumented-operation'
  | 'undocumented-status'
  | 'undocumented-content-type'
  | 'invalid-body'
  | 'unexpected-body'
  | 'invalid-event'
  | 'invalid-header'
  | 'status-mismatch'
  | 'accepted-invalid-request'
  | 'accepted-without-token'

export interface Finding {
  breach: Breach
  /** Where and how, one sentence each. */
  details: readonly string[]
}

/** An exchange that broke the contract in one way. */
export interface Violation extends Finding {
  /** RFC 3339 in UTC. */
  at: string
  operationId: string | null
  method: string
  /** Path and query as they came. */
  target: string
  status: number
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
  let kept: Violation[] = []
  let count = 0
  return {
    add(violation) {
      count += 1
      kept.push(violation)
      if (kept.length > most) kept = kept.slice(-most)
    },
    list: () => kept,
    count: () => count,
    clear() {
      kept = []
    },
  }
}

/** One line for people. */
export function toLine({ breach, operationId, method, target, status, details }: Violation): string {
  const more = details.length > 3 ? ` (and ${details.length - 3} more)` : ''
  return `${method} ${target} ${status} ${operationId ?? 'no operation'}: ${breach}: ${details.slice(0, 3).join('; ')}${more}`
}
