import { setTimeout as pause } from 'node:timers/promises'
import type { KeptAnswer, KeyedRequest } from '../../http/idempotency-key.ts'
import type { Clock } from '../../kernel/clock.ts'
import { CodedError, OutageError } from '../../kernel/errors.ts'
import { keyOfAnotherRequest, outcomeUnknown, stillRunning, tooManyKeys } from './idempotency.errors.ts'
import type { IdempotencyRepository } from './idempotency.repository.ts'

/** For so long a key stands for its request; the contract says it. */
export const keptMs = 86_400_000
/** Keys of one person that are kept: an answer may have half a megabyte. */
export const mostKeys = 1_000
/** Who answers says so often that it lives; who has not said so for longer has ended. */
const aliveMs = 30_000
const sayEveryMs = 10_000
/** For so long the second of two equal requests waits for the answer of the first. */
const waitMs = 20_000
const lookEveryMs = 50
const failedStatus = 500

export interface RunOnceDependencies {
  requests: Pick<IdempotencyRepository, 'begin' | 'find' | 'putOff' | 'finish' | 'forget' | 'count'>
  clock: Clock
}

/**
 * Answers a request once: whoever sends the same again with the same key gets the same answer, whether the first is done or still under
 * way. A refusal is not kept, for it changed nothing. What failed by a defect fails again, and what was under way when the server ended is
 * refused: neither is done a second time, for nobody knows how far it came.
 *
 * Throws `request.key_reused`, `request.outcome_unknown`, `request.in_progress`, `request.too_many_keys`, what `answer` throws, and an `Error` where it threw one before.
 */
export async function runOnce(
  request: KeyedRequest,
  answer: () => Promise<KeptAnswer>,
  deps: RunOnceDependencies,
): Promise<KeptAnswer & { isReplay: boolean }> {
  const { requests, clock } = deps
  const until = performance.now() + waitMs
  for (;;) {
    const now = clock.now()
    const begun = await requests.begin(request, {
      fingerprint: request.fingerprint,
      now,
      abandonedAt: new Date(now.getTime() + aliveMs),
      keptSince: new Date(now.getTime() - keptMs),
    })
    if (begun) return { ...(await answerFirst(request, answer, deps)), isReplay: false }
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
  answer: () => Promise<KeptAnswer>,
  { requests, clock }: RunOnceDependencies,
): Promise<KeptAnswer> {
  const sayAlive = setInterval(() => {
    requests.putOff(request, new Date(clock.now().getTime() + aliveMs)).catch(() => {}) // said again in a moment
  }, sayEveryMs)
  try {
    if ((await requests.count(request.userId)) > mostKeys) throw tooManyKeys()
    const given = await answer()
    await requests.finish(request, given)
    return given
  } catch (error) {
    // nothing can be noted of it now: whoever sends it again is told that its outcome is unknown
    if (error instanceof OutageError) throw error
    if (changedNothing(error)) await requests.forget(request)
    else await requests.finish(request, { status: failedStatus, headers: {}, body: '' })
    throw error
  } finally {
    clearInterval(sayAlive)
  }
}

/** A refusal by name comes before any change, and what is cut off when somebody hangs up only reads. */
function changedNothing(error: unknown): boolean {
  return error instanceof CodedError || (error instanceof Error && error.name === 'AbortError')
}
