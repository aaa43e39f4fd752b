import { usualFailures } from '@auspex/contract/refusals'
import type { Problem } from '@auspex/sdk/types'
import { CodedError, type FailureKind, OutageError } from '../kernel/errors.ts'

/** A failure as it is sent. */
export interface ProblemReply {
  problem: Problem
  headers: Record<string, string>
}

const statusOf: Record<FailureKind, number> = {
  invalid: 422,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  rate_limited: 429,
  too_large: 413,
  unavailable: 503,
  not_implemented: 501,
}

/** The framework's own failures, by code. */
const frameworkFailures: Record<string, { status: number; code: string; title: string; detail?: string }> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { status: 415, ...usualFailures[415] },
  FST_ERR_CTP_BODY_TOO_LARGE: { status: 413, ...usualFailures[413] },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    status: 400,
    code: 'request.malformed',
    title: 'The body length differs from Content-Length',
  },
  FST_ERR_BAD_URL: { status: 400, ...usualFailures[400] },
}

/** For framework errors that are not in the table and have their own status: the caller's fault, not ours. */
const refusedByFramework = {
  status: 400,
  code: 'request.malformed',
  title: 'The request cannot be read',
  detail: 'Its method, headers and body do not belong together.',
}

/** The only place where a failure becomes a reply. Unexpected errors answer 500 without revealing their cause. */
export function toProblem(error: unknown, requestId: string): ProblemReply {
  if (error instanceof CodedError) return fromCoded(error, requestId)
  if (error instanceof OutageError) {
    const { code, message: title, detail, retryAfterSeconds } = error
    return fromCoded(new CodedError({ kind: 'unavailable', code, title, detail, retryAfterSeconds }), requestId)
  }
  const frameworkFailure =
    frameworkFailures[frameworkCode(error)] ?? (isFrameworkRefusal(error) ? refusedByFramework : undefined)
  if (frameworkFailure !== undefined) return { problem: problem({ ...frameworkFailure, requestId }), headers: {} }
  return { problem: problem({ status: 500, ...usualFailures[500], requestId }), headers: {} }
}

/** Builds a problem; `message` repeats the title for clients that read only that. */
export function problem(
  facts: Pick<Problem, 'status' | 'code' | 'title' | 'requestId' | 'detail' | 'errors' | 'current'>,
): Problem {
  return { type: 'about:blank', message: facts.title, ...facts }
}

function fromCoded(error: CodedError, requestId: string): ProblemReply {
  const { code, message: title, detail, fields, kind, retryAfterSeconds, current } = error
  const headers: Record<string, string> = {}
  if (retryAfterSeconds !== undefined) headers['retry-after'] = String(retryAfterSeconds)
  if (kind === 'unauthenticated')
    headers['www-authenticate'] = code === 'identity.invalid_token' ? 'Bearer error="invalid_token"' : 'Bearer'
  return {
    problem: problem({
      status: statusOf[kind],
      code,
      title,
      requestId,
      ...(detail === undefined ? {} : { detail }),
      ...(fields.length === 0 ? {} : { errors: [...fields] }),
      ...(current === undefined ? {} : { current }),
    }),
    headers,
  }
}

function isFrameworkRefusal(error: unknown): boolean {
  if (!frameworkCode(error).startsWith('FST_ERR_')) return false
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  return status >= 400 && status < 500
}

function frameworkCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
