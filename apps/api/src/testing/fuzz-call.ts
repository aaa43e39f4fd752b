import type { ContractOperation } from '@auspex/contract'
import { type FuzzRequest, writeRequest } from '@auspex/contract/arbitraries'
import type { TestRequest } from './test-api.ts'

/** Converts a request of the fuzzer for the server under test; null for one that no client can send. */
export function toTestRequest(operation: ContractOperation, request: FuzzRequest): TestRequest | null {
  const written = writeRequest(operation, request)
  if (written === null) return null
  const { method, target, headers, body } = written
  return { method, path: target, headers, ...(body === null ? {} : { body }) }
}
