import type { SourceKey } from '@auspex/sdk/types'
import type { Outage } from '@auspex/sources'
import type { Clock } from '../../../kernel/clock.ts'
import type { Logger } from '../../../kernel/logger.ts'
import { tell } from '../../../kernel/telemetry.ts'
import type { Schedule } from './known-sources.ts'

/** The outcome of an attempt to reach a source; a refusal counts as an answer, too. */
export type Attempt = Outage | 'answered'

/** Sources that are down, as seen by this process. */
export interface Outages {
  /** Since when the source is down; null while searches may query it. */
  since(key: SourceKey): Date | null
  /** Records the outcome of an attempt. */
  record(key: SourceKey, attempt: Attempt): void
  /** Starts no more probes and aborts running ones. */
  stop(): Promise<void>
}

export interface OutagesOptions {
  /** Probes a source again and records the outcome; rejects when the signal is aborted. */
  probe: (key: SourceKey, signal: AbortSignal) => Promise<unknown>
  schedule: Schedule
  clock: Clock
  log: Logger
}

/** Consecutive failures after which a source counts as down: one missing answer may be due to a hard query, a missing connection hardly ever is. */
const maxFailures: Record<Outage, number> = { no_connection: 2, no_answer: 3 }
const firstWaitMs = 15_000
const maxWaitMs = 300_000

interface SourceState {
  failures: number
  since: Date
  isOut: boolean
  /** Probes since it went down. */
  probes: number
  /** Cancels the scheduled probe; null when none is scheduled. */
  cancel: (() => void) | null
}

/**
 * A circuit breaker for each source. A library's half-open breaker would try the next call, for which a person would wait: here only background
 * probes try, so no search ever queries a source that is down (docs/decisions/sources.md).
 */
export function createOutages({ probe, schedule, clock, log }: OutagesOptions): Outages {
  const states = new Map<SourceKey, SourceState>()
  const running = new Set<Promise<void>>()
  const stopping = new AbortController()

  function probeIn(ms: number, key: SourceKey, state: SourceState): void {
    if (stopping.signal.aborted) return
    state.cancel?.()
    state.cancel = schedule(() => {
      state.cancel = null
      const probing = tryAgain(key, state).finally(() => running.delete(probing))
      running.add(probing)
    }, ms)
  }

  async function tryAgain(key: SourceKey, state: SourceState): Promise<void> {
    try {
      await probe(key, stopping.signal)
    } catch (error) {
      if (!stopping.signal.aborted) log.warn({ err: error, source: key }, 'a source that is out could not be probed')
    }
    // an inconclusive probe must not be the last one
    if (states.get(key) === state && state.isOut && state.cancel === null) probeIn(maxWaitMs, key, state)
  }

  function recordAnswer(key: SourceKey): void {
    const state = states.get(key)
    if (state === undefined) return
    state.cancel?.()
    states.delete(key)
    if (!state.isOut) return
    log.info({ source: key }, 'a source can be reached again')
    // outages often share a cause: a network that is back
    for (const [other, stillOut] of states) if (stillOut.isOut) probeIn(0, other, stillOut)
  }

  return {
    since(key) {
      const state = states.get(key)
      return state?.isOut === true ? state.since : null
    },
    record(key, attempt) {
      tell('source', () => ({ source: key, outcome: attempt }))
      // feeds belong to people: one that is gone says nothing about the others
      if (key === 'rss' || stopping.signal.aborted) return
      if (attempt === 'answered') return recordAnswer(key)
      const state = states.get(key) ?? { failures: 0, since: clock.now(), isOut: false, probes: 0, cancel: null }
      states.set(key, state)
      state.failures += 1
      if (!state.isOut && state.failures >= maxFailures[attempt]) {
        state.isOut = true
        log.warn({ source: key, since: state.since }, 'a source cannot be reached; searches go on without it')
      }
      if (state.cancel !== null) return
      // the first missing connection may be chance: a probe finds out before the next search would
      if (!state.isOut) return attempt === 'no_connection' ? probeIn(0, key, state) : undefined
      probeIn(Math.min(maxWaitMs, firstWaitMs * 2 ** state.probes), key, state)
      state.probes += 1
    },
    async stop() {
      stopping.abort()
      for (const { cancel } of states.values()) cancel?.()
      await Promise.all(running)
    },
  }
}

/** A connector whose probe returns at once for a source that is known to be down, and otherwise records its outcome. */
export function withOutages<Answer extends { status: string; outage?: Outage }>(
  { key, probe }: { key: SourceKey; probe: (signal: AbortSignal) => Promise<Answer> },
  outages: Outages,
) {
  return {
    key,
    async probe(signal: AbortSignal): Promise<Answer | { status: 'upstream_down' }> {
      if (outages.since(key) !== null) return { status: 'upstream_down' }
      const answer = await probe(signal)
      outages.record(key, answer.outage ?? 'answered')
      return answer
    },
  }
}
