import { usualFailures } from '@auspex/contract/refusals'
import { type CheckedInput, checkRequest, type ContractOperation, type InvalidField } from '@auspex/contract'
import type { FastifyRequest } from 'fastify'
import { CodedError } from '../kernel/errors.ts'

/** Validates the request of an operation. Throws a `CodedError` of kind invalid that names every fault, or 415. */
export function readRequest(operation: ContractOperation, request: FastifyRequest): CheckedInput {
  const checked = checkRequest(operation, {
    path: request.params as Record<string, string>, // the router's parameters
    query: queryText(request.raw.url ?? ''),
    headers: request.headers,
    body: request.body,
  })
  if (checked.kind === 'valid') return checked.input
  if (checked.kind === 'unsupported-media-type') throw new UnsupportedMediaTypeError(checked.mediaType)
  throw invalidRequest(checked.faults)
}

/** The error for a request that violates the contract. */
export function invalidRequest(fields: readonly InvalidField[]): CodedError {
  const [first] = fields
  return new CodedError({
    kind: 'invalid',
    ...usualFailures[422],
    ...(first === undefined ? {} : { detail: `${first.in} ${first.pointer} ${first.message}` }),
    fields,
  })
}

function queryText(url: string): string {
  const mark = url.indexOf('?')
  return mark === -1 ? '' : url.slice(mark + 1)
}

/** The operation accepts other media types; has the framework's own code so that both produce the same problem. */
export class UnsupportedMediaTypeError extends Error {
  override readonly name = 'UnsupportedMediaTypeError'
  readonly code = 'FST_ERR_CTP_INVALID_MEDIA_TYPE'
  readonly statusCode = 415

  constructor(type: string) {
    super(`Unsupported media type ${type}`)
  }
}
