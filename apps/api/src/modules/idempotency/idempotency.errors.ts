import { CodedError } from '../../kernel/errors.ts'

const pointer = '/idempotency-key'

function refusal(code: string, title: string, detail: string): CodedError {
  return new CodedError({ kind: 'invalid', code, title, detail, fields: [{ in: 'header', pointer, message: title }] })
}

export function keyOfAnotherRequest(): CodedError {
  return refusal(
    'request.key_reused',
    'This idempotency key belongs to another request',
    'Send a new key with each request, and the same key only when you send the same request again.',
  )
}

export function outcomeUnknown(): CodedError {
  return refusal(
    'request.outcome_unknown',
    'The first request with this key was cut off',
    'Nobody knows whether it took effect. Look for its result, then send the request with a new key if it is not there.',
  )
}

export function stillRunning(): CodedError {
  return new CodedError({
    kind: 'unavailable',
    code: 'request.in_progress',
    title: 'The first request with this key is still under way',
    detail: 'Send the same request again in a moment to get its answer.',
    retryAfterSeconds: 2,
  })
}

export function tooManyKeys(): CodedError {
  return new CodedError({
    kind: 'rate_limited',
    code: 'request.too_many_keys',
    title: 'Too many requests with an idempotency key in one day',
    detail: 'A thousand keys are kept for 24 hours. Send further requests without one, or wait.',
    retryAfterSeconds: 3_600,
  })
}
