import { appendFileSync, mkdirSync } from 'node:fs'
import type { Judgement } from './check-exchange.ts'

/** Records which documented pairs of operation and status the tests have covered. */
export interface Ledger {
  /** Throws a `ContractViolationError` for an exchange that breaks the contract. */
  record(judgement: Judgement, status: number): void
}

/** An exchange in a test broke the contract. */
export class ContractViolationError extends Error {
  override readonly name = 'ContractViolationError'

  constructor(violations: readonly string[]) {
    super(violations.join('\n'))
  }
}

/** Location of the ledgers of a test run, relative to the root of the checkout. */
export const ledgerFolder = new URL('../../../test-results/ledger/', import.meta.url)

/** Appends each new pair to a file of this process, as `operationId status kind`. `kind` names the type of test: api, sdk, mock or browser. */
export function openLedger(kind: string, folder: URL = ledgerFolder): Ledger {
  const seen = new Set<string>()
  return {
    record: ({ operation, violations }, status) => {
      if (operation !== null && violations.length === 0) {
        const line = `${operation.id} ${status} ${kind}`
        if (!seen.has(line)) {
          if (seen.size === 0) mkdirSync(folder, { recursive: true })
          seen.add(line)
          appendFileSync(new URL(`${kind}-${process.pid}.txt`, folder), `${line}\n`)
        }
      }
      if (violations.length > 0) {
        // a test may swallow the error; the file does not
        mkdirSync(folder, { recursive: true })
        appendFileSync(new URL(`violations-${kind}-${process.pid}.log`, folder), `${violations.join('\n')}\n`)
        throw new ContractViolationError(violations)
      }
    },
  }
}
