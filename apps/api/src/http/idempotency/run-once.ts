import { setTimeout as pause } from 'node:timers/promises'
import type { StoredAnswer, KeyedRequest } from '../idempotency-key.ts'
import type { Clock } from '../../kernel/clock.ts'
import { CodedError, OutageError } from '../../kernel/errors.ts'
import type { IdempotencyRepository } from './idempotency.repository.ts'

const pointer = '/idempotency-key'

/** How long a key belongs to its request, as stated in the contract. */
export const retentionMs = 86_400_000
/** Maximum number of stored keys per person: a response may have half a megabyte. */
export const maxKeys = 1_000
/** The interval at which a handling process records that it is alive; without an update for longer it counts as dead. */
const aliveMs = 30_000
const heartbeatMs = 10_000
/** How long the second of two equal requests waits for the response of the first. */
const waitMs = 20_000
const lookEveryMs = 50
const failedStatus = 500

export interface RunOnceDependencies {
  requests: IdempotencyRepository
  clock: Clock
}

/**
 * Runs a request once: a repeat with the same key gets the same response, whether the first is finished or still in progress. A refusal is not
 * stored, because it changed nothing. A request that failed with a defect fails again, and one that was in progress when the server stopped is
 * refused: neither runs a second time, because it is unknown how far it got.
 *
 * Throws `request.key_reused`, `request.outcome_unknown`, `request.in_progress`, `request.too_many_keys`, the errors of `answer`, and an `Error`
 * where it threw one before.
 */
export async function runOnce(
  request: KeyedRequest,
  answer: () => Promise<StoredAnswer>,
  deps: RunOnceDependencies,
): Promise<StoredAnswer & { isReplay: boolean }> {
  const { requests, clock } = deps
  const until = performance.now() + waitMs
  for (;;) {
    const now = clock.now()
    const claim = await requests.begin(request, {
      fingerprint: request.fingerprint,
      now,
      abandonedAt: new Date(now.getTime() + aliveMs),
      retainedSince: new Date(now.getTime() - retentionMs),
    })
    if (claim) return { ...(await answerFirst(request, answer, deps)), isReplay: false }
    const stored = await requests.find(request)
    if (stored !== null) {
      if (!stored.fingerprint.equals(request.fingerprint)) throw keyOfAnotherRequest()
      if (stored.answer?.status === failedStatus) throw new Error('The first request with this key failed')
      if (stored.answer !== null) return { ...stored.answer, isReplay: true }
      if (stored.abandonedAt <= clock.now()) throw outcomeUnknown()
    }
    if (performance.now() > until) throw stillRunning()
    await pause(lookEveryMs)
  }
}

async function answerFirst(
  request: KeyedRequest,
  answer: () => Promise<StoredAnswer>,
  { requests, clock }: RunOnceDependencies,
): Promise<StoredAnswer> {
  const heartbeat = setInterval(() => {
    requests.putOff(request, new Date(clock.now().getTime() + aliveMs)).catch(() => {}) // repeated in a moment
  }, heartbeatMs)
  try {
    if ((await requests.count(request.userId)) > maxKeys) throw tooManyKeys()
    const response = await answer()
    await requests.finish(request, response)
    return response
  } catch (error) {
    // nothing can be stored now, so a repeated request is answered that the outcome is unknown
    if (error instanceof OutageError) throw error
    if (changedNothing(error)) await requests.forget(request)
    else await requests.finish(request, { status: failedStatus, headers: {}, body: '' })
    throw error
  } finally {
    clearInterval(heartbeat)
  }
}

/** A named refusal precedes any change, and only reads are aborted when the caller disconnects. */
function changedNothing(error: unknown): boolean {
  return error instanceof CodedError || (error instanceof Error && error.name === 'AbortError')
}

function refusal(code: string, title: string, detail: string): CodedError {
  return new CodedError({ kind: 'invalid', code, title, detail, fields: [{ in: 'header', pointer, message: title }] })
}

function keyOfAnotherRequest(): CodedError {
  return refusal(
    'request.key_reused',
    'This idempotency key belongs to another request',
    'Send a new key with each request, and the same key only when you send the same request again.',
  )
}

function outcomeUnknown(): CodedError {
  return refusal(
    'request.outcome_unknown',
    'The first request with this key was cut off',
    'It is unknown whether it took effect. Look for its result, and if there is none, send the request with a new key.',
  )
}

function stillRunning(): CodedError {
  return new CodedError({
    kind: 'unavailable',
    code: 'request.in_progress',
    title: 'The first request with this key is still under way',
    detail: 'Send the same request again in a moment to get its answer.',
    retryAfterSeconds: 2,
  })
}

function tooManyKeys(): CodedError {
  return new CodedError({
    kind: 'rate_limited',
    code: 'request.too_many_keys',
    title: 'Too many requests with an idempotency key in one day',
    detail: 'A thousand keys are stored for 24 hours. Send further requests without one, or wait.',
    retryAfterSeconds: 3_600,
  })
}
