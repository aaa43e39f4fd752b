import { type InvalidField, problemType } from '@auspex/contract'
import { findRefusal } from '@auspex/contract/refusals'
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

type DefaultProblem = Required<Pick<ProblemFacts, 'code' | 'title'>> & Pick<ProblemFacts, 'detail' | 'headers'>

/** The product API's default text for each failure (docs/decisions/requests-and-refusals.md). */
const defaultProblems: Readonly<Record<number, DefaultProblem>> = {
  400: {
    code: 'request.malformed',
    title: 'The address cannot be read',
    detail: 'A percent sign must begin an encoded byte.',
  },
  401: { code: 'identity.unauthenticated', title: 'Sign in to continue', headers: { 'www-authenticate': 'Bearer' } },
  403: { code: 'identity.forbidden', title: 'Your account may not do this' },
  404: { code: 'request.no_such_route', title: 'There is nothing at this address' },
  405: { code: 'request.method_not_allowed', title: 'This address has no such method' },
  409: { code: 'request.conflict', title: 'The state of the thing does not allow this' },
  413: { code: 'request.too_large', title: 'The body is too large', detail: 'Send it in smaller parts.' },
  415: { code: 'request.unsupported_media_type', title: 'The body has a media type that this operation does not read' },
  422: { code: 'request.invalid', title: 'The request does not match the contract' },
  429: {
    code: 'request.rate_limited',
    title: 'Too many requests',
    detail: 'Try again in 20 seconds.',
    headers: { 'retry-after': '20' },
  },
  500: {
    code: 'request.failed',
    title: 'Something went wrong on our side',
    detail: 'Try again. Quote the request id if it stays.',
  },
  501: { code: 'request.not_implemented', title: 'Not built yet' },
  503: {
    code: 'request.unavailable',
    title: 'The service is not available',
    detail: 'Try again in 10 seconds.',
    headers: { 'retry-after': '10' },
  },
}

/** Builds a problem reply (RFC 9457) with the same fields as the product API. */
export function problemReply(
  { status, headers, ...facts }: ProblemFacts,
  requestId: string,
): MockReply & { body: string } {
  const base = defaultProblems[status] ?? {
    code: `request.status_${status}`,
    title: `The request failed with status ${status}`,
  }
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
    headers: { 'content-type': `${problemType}; charset=utf-8`, ...base.headers, ...headers },
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
    title: 'The request does not match the contract',
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
