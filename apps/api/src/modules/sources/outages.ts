import type { SourceKey } from '@auspex/sdk/types'
import type { Outage } from '@auspex/sources'
import type { Clock } from '../../kernel/clock.ts'
import type { Logger } from '../../kernel/logger.ts'
import { tell } from '../../kernel/telemetry.ts'
import type { Schedule } from './schedule.ts'

/** How an attempt to reach a source ended; a refusal is an answer, too. */
export type Attempt = Outage | 'answered'

/** Which sources give nothing at all, as this process found. */
export interface Outages {
  /** Since when the source gives nothing; null while searches may ask it. */
  since(key: SourceKey): Date | null
  /** Notes how an attempt ended. */
  record(key: SourceKey, attempt: Attempt): void
  /** Begins no more probes and ends those that run. */
  stop(): Promise<void>
}

export interface OutagesOptions {
  /** Asks a source anew and records how that ended; rejects when the signal is aborted. */
  probe: (key: SourceKey, signal: AbortSignal) => Promise<unknown>
  schedule: Schedule
  clock: Clock
  log: Pick<Logger, 'info' | 'warn'>
}

/** Attempts in a row after which a source counts as out of reach: silence may be one hard question, no connection hardly is. */
const mostFailures: Record<Outage, number> = { no_connection: 2, no_answer: 3 }
const firstWaitMs = 15_000
const longestWaitMs = 300_000

interface SourceState {
  failures: number
  since: Date
  isOut: boolean
  /** Probes since it is out. */
  probes: number
  /** Takes back the probe that waits; null when none waits. */
  cancel: (() => void) | null
}

/**
 * A circuit breaker for each source. What a breaker of a library lets through to try is the next call, and with it a person
 * would wait: here only probes in the background try, so no search ever asks a source that is out (decision 0127).
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
    // a probe that told nothing must not be the last one
    if (states.get(key) === state && state.isOut && state.cancel === null) probeIn(longestWaitMs, key, state)
  }

  function recordAnswer(key: SourceKey): void {
    const state = states.get(key)
    if (state === undefined) return
    state.cancel?.()
    states.delete(key)
    if (!state.isOut) return
    log.info({ source: key }, 'a source can be reached again')
    // they often share their reason: a network that is back
    for (const [other, stillOut] of states) if (stillOut.isOut) probeIn(0, other, stillOut)
  }

  return {
    since(key) {
      const state = states.get(key)
      return state?.isOut === true ? state.since : null
    },
    record(key, attempt) {
      tell('source', () => ({ source: key, outcome: attempt }))
      // feeds are people's own: one that is gone says nothing of the others
      if (key === 'rss' || stopping.signal.aborted) return
      if (attempt === 'answered') return recordAnswer(key)
      const state = states.get(key) ?? { failures: 0, since: clock.now(), isOut: false, probes: 0, cancel: null }
      states.set(key, state)
      state.failures += 1
      if (!state.isOut && state.failures >= mostFailures[attempt]) {
        state.isOut = true
        log.warn({ source: key, since: state.since }, 'a source cannot be reached; searches go on without it')
      }
      if (state.cancel !== null) return
      // the first time without a connection may be chance: a probe tells before the next search has to
      if (!state.isOut) return attempt === 'no_connection' ? probeIn(0, key, state) : undefined
      probeIn(Math.min(longestWaitMs, firstWaitMs * 2 ** state.probes), key, state)
      state.probes += 1
    },
    async stop() {
      stopping.abort()
      for (const { cancel } of states.values()) cancel?.()
      await Promise.all(running)
    },
  }
}

/** What a look at the network asks: a source that is known to be out answers so at once, and every look is noted. */
export function withOutages<Answer extends { status: string; outage?: Outage }>(
  { key, probe }: { key: SourceKey; probe: (signal: AbortSignal) => Promise<Answer> },
  outages: Pick<Outages, 'since' | 'record'>,
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
