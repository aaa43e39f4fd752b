import type { FastifyRequest } from 'fastify'
import { CodedError, type InvalidField } from '../kernel/errors.ts'
import { type ContractOperation, formType } from './contract/contract.ts'
import { readFields } from './contract/fields.ts'
import { toInvalidFields } from './contract/validators.ts'

/** A request that satisfies the contract, with its text values turned into the contract's types. */
export interface CheckedInput {
  path: unknown
  query: unknown
  body: unknown
}

/** Checks the request of an operation. Throws a `CodedError` of kind invalid that names every fault, or 415. */
export function checkRequest(operation: ContractOperation, request: FastifyRequest): CheckedInput {
  const path = { ...(request.params as Record<string, string>) } // what the router puts there
  const query = readFields(queryText(request.raw.url ?? ''), operation.lists)
  const faults: InvalidField[] = [
    ...toInvalidFields('path', operation.checkPath(path)),
    ...toInvalidFields('query', operation.checkQuery(query)),
  ]
  const body = checkBody(operation, request, faults)
  if (faults.length > 0) throw invalidRequest(faults.slice(0, 100))
  return { path, query, body }
}

function checkBody({ body }: ContractOperation, request: FastifyRequest, faults: InvalidField[]): unknown {
  if (body === null) return undefined
  if (request.body === undefined) {
    if (body.required) faults.push({ in: 'body', pointer: '/', message: 'is required' })
    return undefined
  }
  const type = mediaType(request.headers['content-type'])
  const reading = body.types.get(type)
  if (reading === undefined) throw new UnsupportedMediaTypeError(type)
  const value = type === formType ? readFields(request.body as string, reading.lists) : request.body // its parser leaves text
  faults.push(...toInvalidFields('body', reading.check(value)))
  return value
}

/** The operation reads another media type; carries the framework's own code so that both are told alike. */
class UnsupportedMediaTypeError extends Error {
  override readonly name = 'UnsupportedMediaTypeError'
  readonly code = 'FST_ERR_CTP_INVALID_MEDIA_TYPE'
  readonly statusCode = 415

  constructor(type: string) {
    super(`Unsupported media type ${type}`)
  }
}

function invalidRequest(fields: readonly InvalidField[]): CodedError {
  const [first] = fields
  return new CodedError({
    kind: 'invalid',
    code: 'request.invalid',
    title: 'The request does not match the contract',
    ...(first === undefined ? {} : { detail: `${first.in} ${first.pointer} ${first.message}` }),
    fields,
  })
}

function queryText(url: string): string {
  const mark = url.indexOf('?')
  return mark === -1 ? '' : url.slice(mark + 1)
}

function mediaType(header: string | undefined): string {
  return (header ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
}
