import type { Database } from '../../adapters/database/database.port.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { KeyedRequest, RequestKey, RunOnce, StoredAnswer } from '../idempotency-key.ts'
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Job, type Queue, createJob } from '../../adapters/jobs/jobs.port.ts'
import { CodedError, OutageError } from '../../kernel/errors.ts'
import { type IdempotencyRepository, createIdempotencyRepository } from './idempotency.repository.ts'

const algorithm = 'aes-256-gcm'
const [keyBytes, nonceBytes, tagBytes] = [32, 12, 16]

/**
 * Stores responses so that only the sender of the key can read them: the database has the key's hash, and the response is encrypted with the key
 * itself. Responses may contain one-time secrets, such as that of a share link, which must not be in a backup (docs/decisions/sharing.md).
 */
function sealAnswers(requests: IdempotencyRepository): IdempotencyRepository {
  return {
    ...requests,
    begin: (request, claim) => requests.begin(hideKey(request), claim),
    async find(request) {
      const firstRequest = await requests.find(hideKey(request))
      if (firstRequest?.answer == null) return firstRequest
      return { ...firstRequest, answer: { ...firstRequest.answer, body: open(firstRequest.answer.body, request) } }
    },
    putOff: (request, until) => requests.putOff(hideKey(request), until),
    finish: (request, answer) => requests.finish(hideKey(request), sealAnswer(answer, request)),
    forget: (request) => requests.forget(hideKey(request)),
  }
}

function hideKey({ userId, key }: RequestKey): RequestKey {
  return { userId, key: createHash('sha256').update(key).digest('base64') }
}

function sealAnswer(answer: StoredAnswer, request: RequestKey): StoredAnswer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, secretOf(request), nonce)
  const text = Buffer.concat([cipher.update(answer.body, 'utf8'), cipher.final()])
  return { ...answer, body: Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64') }
}

function open(body: string, request: RequestKey): string {
  const bytes = Buffer.from(body, 'base64')
  const decipher = createDecipheriv(algorithm, secretOf(request), bytes.subarray(0, nonceBytes))
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8')
}

function secretOf({ userId, key }: RequestKey): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', key, userId, 'answer of a request', keyBytes))
}

export interface Idempotency {
  runOnce: RunOnce
  /** Deletes expired responses. */
  jobs: readonly Job[]
}

/** Requests that take effect once, however often they are sent. */
export function createIdempotency({ database, clock }: { database: Database; clock: Clock }): Idempotency {
  const requests = sealAnswers(createIdempotencyRepository(database))
  return {
    runOnce: (request, answer) => runOnce(request, answer, { requests, clock }),
    jobs: createIdempotencyJobs({ requests, clock }),
  }
}

const queue: Queue = { name: 'idempotent-requests-expired', isExclusive: true, schedule: '37 * * * *', pollSeconds: 60 }

/** Deletes expired responses once an hour. */
function createIdempotencyJobs({ requests, clock }: { requests: IdempotencyRepository; clock: Clock }): Job[] {
  return [createJob({ queue, run: () => requests.deleteBefore(new Date(clock.now().getTime() - retentionMs)) })]
}

const pointer = '/idempotency-key'

/** How long a key belongs to its request, as stated in the contract. */
const retentionMs = 86_400_000
/** Maximum number of stored keys per person: a response may have half a megabyte. */
export const maxKeys = 1_000
/** The interval at which a handling process records that it is alive; without an update for longer it counts as dead. */
const aliveMs = 30_000
const heartbeatMs = 10_000
/** How long the second of two equal requests waits for the response of the first. */
const waitMs = 20_000
const lookEveryMs = 50
const failedStatus = 500

interface RunOnceDependencies {
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
    const firstRequest = await requests.find(request)
    if (firstRequest !== null) {
      if (!firstRequest.fingerprint.equals(request.fingerprint)) throw keyOfAnotherRequest()
      if (firstRequest.answer?.status === failedStatus) throw new Error('The first request with this key failed')
      if (firstRequest.answer !== null) return { ...firstRequest.answer, isReplay: true }
      if (firstRequest.abandonedAt <= clock.now()) throw outcomeUnknown()
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
