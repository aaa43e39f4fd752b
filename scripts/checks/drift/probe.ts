import { type Contract, createExchangeCheck } from '@auspex/contract'
import {
  brokenRequestArbitrary,
  requestArbitrary,
  type WrittenRequest,
  writeRequest,
} from '@auspex/contract/arbitraries'
import * as fc from 'fast-check'
import type { RealApi, Reply } from './real-api.ts'

const seed = 20_261_121

export interface ProbeOptions {
  contract: Contract
  send: RealApi['send']
  operationIds: readonly string[]
}

/**
 * Sends requests that the given contract allows and forbids, and checks each exchange against it. Returns the breaches as
 * sentences; none if server and contract agree.
 */
export async function probe({ contract, send, operationIds }: ProbeOptions): Promise<string[]> {
  const judge = createExchangeCheck(contract)
  const breaches: string[] = []
  for (const id of operationIds) {
    const operation = contract.operations.find((each) => each.id === id)
    if (operation === undefined) {
      breaches.push(`${id}: the contract has no such operation`)
      continue
    }
    const allowed = fc.sample(requestArbitrary(contract.document, operation), { numRuns: 12, seed })
    const brokenRequests = brokenRequestArbitrary(contract.document, operation)
    const forbidden = brokenRequests === null ? [] : fc.sample(brokenRequests, { numRuns: 60, seed })
    const calls = [...allowed, ...forbidden]
      .map((request) => writeRequest(operation, request))
      .filter((call) => call !== null)
    for (const call of calls)
      breaches.push(...judge(toExchange(call, await send({ ...call, path: call.target }))).violations)
  }
  return breaches
}

function toExchange(call: WrittenRequest, reply: Reply) {
  const [pathname = '', query = ''] = call.target.split('?', 2)
  return {
    method: call.method,
    pathname,
    query,
    requestHeaders: call.headers,
    requestBody: call.body,
    status: reply.status,
    responseHeaders: reply.headers,
    responseBody: reply.body,
  }
}
