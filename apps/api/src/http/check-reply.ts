import { type ContractOperation, jsonType, mediaTypeOf, problemType, toInvalidFields } from '@auspex/contract'
import type { Problem } from '@auspex/sdk/types'
import { FileBody } from './body-parsers.ts'
import { RawJson } from './raw-json.ts'

/** A reply that violates the contract: a defect of ours, which must fail tests. */
export class ReplyMismatchError extends Error {
  override readonly name = 'ReplyMismatchError'

  constructor(operation: ContractOperation, status: number, faults: string[]) {
    super(`The reply ${status} of ${operation.id} does not match the contract: ${faults.join('; ')}`)
  }
}

/** Validates a successful reply. Throws `ReplyMismatchError`. */
export function checkReply(operation: ContractOperation, status: number, body: unknown): void {
  const types = operation.responses.get(status)
  if (types === undefined) throw new ReplyMismatchError(operation, status, ['the status is not in the contract'])
  if (body instanceof FileBody) {
    if (operation.mediaTypes.get(status)?.has(mediaTypeOf(body.mediaType)) === true) return
    throw new ReplyMismatchError(operation, status, [`the media type ${body.mediaType} is not in the contract`])
  }
  const check = types.get(jsonType)
  if (check === undefined) throw new ReplyMismatchError(operation, status, ['it must not have a JSON body'])
  // as a client will parse it: without undefined, with dates as text
  const received: unknown = JSON.parse(body instanceof RawJson ? body.text : (JSON.stringify(body) ?? 'null'))
  const faults = toInvalidFields('body', check(received)).map(({ pointer, message }) => `${pointer} ${message}`)
  if (faults.length > 0) throw new ReplyMismatchError(operation, status, faults)
}

/** Validates an error returned by an operation. Throws `ReplyMismatchError`. */
export function checkProblem(operation: ContractOperation, problem: Problem): void {
  const check = operation.responses.get(problem.status)?.get(problemType)
  if (check === undefined) {
    throw new ReplyMismatchError(operation, problem.status, [
      `the contract does not name this failure (${problem.code})`,
    ])
  }
  const faults = toInvalidFields('body', check(problem)).map(({ pointer, message }) => `${pointer} ${message}`)
  if (faults.length > 0) throw new ReplyMismatchError(operation, problem.status, faults)
}
