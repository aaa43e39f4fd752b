import type { ContractDocument, ContractOperation } from '@auspex/contract'
import {
  brokenRequestArbitrary,
  requestArbitrary,
  type WrittenRequest,
  writeRequest,
} from '@auspex/contract/arbitraries'
import * as fc from 'fast-check'
import type { Call } from './real-api.ts'

const seed = 20_261_121

/** Ways to damage a request that no schema describes. */
const damages: ((call: WrittenRequest) => WrittenRequest)[] = [
  (call) => ({ ...call, body: '{"query_term":' }),
  (call) => ({ ...call, body: null, headers: {} }),
  (call) => ({ ...call, body: 'a,b', headers: { 'content-type': 'text/csv' } }),
  (call) => ({ ...call, body: '', headers: { 'content-type': 'application/json' } }),
  (call) => ({ ...call, body: '[]', headers: { 'content-type': 'application/json' } }),
  (call) => ({
    ...call,
    body: '{"__proto__":{"a":1}}',
    headers: { 'content-type': 'application/json; charset=utf-8' },
  }),
  (call) => ({ ...call, target: `${call.target}${call.target.includes('?') ? '&' : '?'}unknown=1` }),
  (call) => ({ ...call, target: `${call.target}${call.target.includes('?') ? '&' : '?'}page=1&page=2` }),
  (call) => ({ ...call, headers: { ...call.headers, authorization: '' } }),
  (call) => ({ ...call, headers: { ...call.headers, authorization: 'Basic abc' } }),
]

/**
 * Requests that the contract allows (a third), that break one keyword (a third), and that none of our clients would
 * write (a third), spread over the operations. Deterministic.
 */
export function writeRequestsAtRandom({
  document,
  operations,
  count,
}: {
  document: ContractDocument
  operations: readonly ContractOperation[]
  count: number
}): { operation: ContractOperation; call: Call }[] {
  const each = Math.ceil((count / operations.length) * 1.2)
  const requests = operations.flatMap((operation, index) => {
    const allowed = fc.sample(requestArbitrary(document, operation), { seed: seed + index, numRuns: each })
    const arbitrary = brokenRequestArbitrary(document, operation)
    const broken = arbitrary === null ? [] : fc.sample(arbitrary, { seed: seed + index, numRuns: each })
    return allowed.flatMap((request, turn) => {
      const validRequest = writeRequest(operation, request)
      if (validRequest === null) return []
      const brokenRequest = broken[turn] === undefined ? null : writeRequest(operation, broken[turn])
      const damagedRequest = damages[(turn + index) % damages.length]?.(validRequest)
      const choice =
        [validRequest, brokenRequest ?? validRequest, damagedRequest ?? validRequest][turn % 3] ?? validRequest
      return [{ operation, call: { ...choice, path: choice.target } }]
    })
  })
  // interleaves the operations, so that any count reaches all of them
  return requests.toSorted((left, right) => order(left.call.path) - order(right.call.path)).slice(0, count)
}

/** A fixed shuffle. */
function order(text: string): number {
  let hash = seed
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 16_777_619)
  return hash >>> 0
}
