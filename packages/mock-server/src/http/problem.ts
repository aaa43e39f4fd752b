import { type InvalidField, problemType } from '@auspex/contract'
import { findFailure, findRefusal, usualFailures } from '@auspex/contract/refusals'
import type { MockReply } from './messages.ts'

/** The details of a failure. */
export interface ProblemFacts {
  status: number
  /** Stable dotted code. */
  code?: string
  title?: string
  detail?: string
  errors?: readonly InvalidField[]
  /** The stored item, when the request was about an older version. */
  current?: unknown
  /** Further headers by lower-case name, such as `retry-after`. */
  headers?: Readonly<Record<string, string>>
}

/** What a failure tells clients in headers where it says nothing else. */
const usualHeaders: Readonly<Record<number, Record<string, string>>> = {
  401: { 'www-authenticate': 'Bearer' },
  429: { 'retry-after': '20' },
  503: { 'retry-after': '10' },
}

/** Builds a problem reply (RFC 9457) with the same fields as the product API. */
export function problemReply(
  { status, headers, ...facts }: ProblemFacts,
  requestId: string,
): MockReply & { body: string } {
  const base = findFailure(status)
  const title = facts.title ?? base.title
  // general advice does not fit a case with its own text
  const detail = facts.detail ?? (facts.title === undefined ? base.detail : undefined)
  const body = {
    type: 'about:blank',
    message: title,
    status,
    code: facts.code ?? base.code,
    title,
    requestId,
    ...(detail === undefined ? {} : { detail }),
    ...(facts.errors === undefined ? {} : { errors: facts.errors }),
    ...(facts.current === undefined ? {} : { current: facts.current }),
  }
  return {
    status,
    headers: { 'content-type': `${problemType}; charset=utf-8`, ...usualHeaders[status], ...headers },
    body: JSON.stringify(body),
  }
}

/** A refused request. Only thrown inside the mock; its fields become the reply. */
export class RefusalError extends Error {
  override readonly name = 'RefusalError'
  readonly facts: ProblemFacts

  constructor(facts: ProblemFacts) {
    super(facts.title ?? `Refused with ${facts.status}`)
    this.facts = facts
  }
}

/** A refusal by a code of the contract, in the words of the server. */
export function codedRefusal(status: number, code: string): RefusalError {
  return new RefusalError({ status, ...(findRefusal(code) ?? { code }) })
}

/** The refusal of a request that violates the contract. */
export function invalid(errors: readonly InvalidField[]): RefusalError {
  const [first] = errors
  const detail = first === undefined ? undefined : `${first.in} ${first.pointer} ${first.message}`
  return new RefusalError({
    status: 422,
    title: usualFailures[422].title,
    ...(detail === undefined ? {} : { detail }),
    errors,
  })
}

/** An item is missing, or belongs to another user; callers cannot tell which. `code` is the contract's own code for it. */
export function notFound(collection: string, code = `${collection}.not_found`): RefusalError {
  return new RefusalError({
    status: 404,
    ...(findRefusal(code) ?? { code, title: 'Not found, or it belongs to someone else' }),
  })
}
