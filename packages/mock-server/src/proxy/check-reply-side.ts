import {
  type ContractDocument,
  type ContractOperation,
  eventStreamType,
  mediaTypeOf,
  problemType,
  toInvalidFields,
} from '@auspex/contract'
import { checkEvents } from './check-events.ts'
import { type DocumentedReply, documentedReply, isDocumentedType } from './documented-reply.ts'
import { type Observed, plainBody } from './observed.ts'
import type { Finding } from './violations.ts'

/** What a server answered and the contract does not allow. */
export function checkReplySide(
  document: ContractDocument,
  operation: ContractOperation,
  observed: Observed,
): Finding[] {
  const { status, responseHeaders } = observed
  const documented = documentedReply(document, operation, status)
  if (documented === null) {
    const known = [...operation.responses.keys()].join(', ')
    return [{ breach: 'undocumented-status', details: [`${status} is none of ${known}`] }]
  }
  return [...checkHeaders(documented, responseHeaders), ...checkBody(operation, documented, observed)]
}

function checkHeaders({ integers }: DocumentedReply, headers: Observed['responseHeaders']): Finding[] {
  const details = [...integers].flatMap(([name, { minimum, maximum }]) => {
    const value = headers[name]
    if (value === undefined) return []
    const number = Number(value)
    return Number.isInteger(number) && number >= minimum && number <= maximum
      ? []
      : [`${name} is ${JSON.stringify(value)}, not a whole number from ${minimum} to ${maximum}`]
  })
  return details.length === 0 ? [] : [{ breach: 'invalid-header', details }]
}

function checkBody(operation: ContractOperation, { types }: DocumentedReply, observed: Observed): Finding[] {
  const isEmpty = observed.responseBody.byteLength === 0
  if (types.length === 0)
    return isEmpty ? [] : [{ breach: 'unexpected-body', details: [`${observed.status} has no body in the contract`] }]
  const type = mediaTypeOf(observed.responseHeaders['content-type'])
  if (type === eventStreamType && isDocumentedType(types, type)) return checkEvents(operation, observed)
  if (isEmpty) return [{ breach: 'invalid-body', details: ['the body is empty'] }]
  if (!isDocumentedType(types, type))
    return [{ breach: 'undocumented-content-type', details: [`${type || 'none'} is none of ${types.join(', ')}`] }]
  const check = operation.responses.get(observed.status)?.get(type)
  if (check === undefined) return [] // bytes have no shape to check
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(plainBody(observed)))
  } catch {
    return [{ breach: 'invalid-body', details: ['the body is not JSON'] }]
  }
  const faults = toInvalidFields('body', check(value)).map(({ pointer, message }) => `${pointer} ${message}`)
  if (faults.length > 0) return [{ breach: 'invalid-body', details: faults }]
  const told = type === problemType ? (value as { status: number }).status : observed.status // a valid problem has a status
  return told === observed.status
    ? []
    : [{ breach: 'status-mismatch', details: [`the problem says ${told}, the response ${observed.status}`] }]
}
