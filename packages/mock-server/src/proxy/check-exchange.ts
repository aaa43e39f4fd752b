import { type Contract, createRouteMatcher } from '@auspex/contract'
import { checkReplySide } from './check-reply-side.ts'
import { checkRequestSide } from './check-request-side.ts'
import type { Observed } from './observed.ts'
import type { Finding } from './violations.ts'

export interface CheckedExchange {
  operationId: string | null
  findings: readonly Finding[]
}

/** Judges exchanges with a real server by the contract, both ways. */
export function createExchangeCheck(contract: Contract): (observed: Observed) => Promise<CheckedExchange> {
  const match = createRouteMatcher(contract)
  return async (observed) => {
    if (observed.method === 'OPTIONS' || observed.method === 'HEAD') return { operationId: null, findings: [] }
    const route = match(observed.method, observed.path)
    if (route.kind !== 'found') {
      const details = [`${observed.method} ${observed.path} is not in the contract`]
      return {
        operationId: null,
        findings: observed.status < 400 ? [{ breach: 'undocumented-operation', details }] : [],
      }
    }
    const { operation, path } = route
    return {
      operationId: operation.id,
      findings: [
        ...(await checkRequestSide(operation, path, observed)),
        ...checkReplySide(contract.document, operation, observed),
      ],
    }
  }
}
