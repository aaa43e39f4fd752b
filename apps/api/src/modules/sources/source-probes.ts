import type { SourceKey, SourceProbe } from '@auspex/sdk/types'
import type { SourceProbe as Answer } from '@auspex/sources'
import type { Config } from '../../config/config.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Logger } from '../../kernel/logger.ts'
import type { Connector, KnownSource, KnownSources } from './known-sources.ts'
import { adviseOn } from './probe-advice.ts'
import type { Outages } from './outages.ts'
import type { SourceProbesRepository } from './source-probes.repository.ts'

/** Milliseconds that a source has for its answer. */
const patienceMs = 20_000
/** Milliseconds for which an answer is given again instead of asking again. */
const freshMs = 30_000

export type SourceProbes = ReturnType<typeof createSourceProbes>

/** Asks sources whether they answer, each once at a time and not more than twice a minute. */
export function createSourceProbes({
  knownSources,
  mode,
  repository,
  outages,
  clock,
  log,
}: {
  knownSources: KnownSources
  mode: Config['sources']
  repository: SourceProbesRepository
  /** Told how each probe ended. */
  outages: Pick<Outages, 'record'>
  clock: Clock
  log: Pick<Logger, 'error'>
}) {
  const running = new Map<SourceKey, Promise<SourceProbe>>()
  const answers = new Map<SourceKey, SourceProbe>()

  async function probe(key: SourceKey): Promise<SourceProbe> {
    const verdict = answerWithoutAsking(key)
    if (verdict !== null) return verdict
    const last = answers.get(key)
    const now = clock.now().getTime()
    if (last !== undefined && now - Date.parse(last.probedAt) < freshMs) return last
    return askAnew(key)
  }

  /** What is known without asking; null when the source has to be asked. */
  function answerWithoutAsking(key: SourceKey): SourceProbe | null {
    if (key === 'imported' || key === 'demo') return toProbe(key, 'not_asked', inLibrary[key])
    const source = knownSources.find(key)
    if (source === null) return toProbe(key, 'not_asked', 'This version has no connector for it.')
    if (source.connector !== null) return null
    if (mode === 'demo')
      return { ...toProbe(key, 'not_asked', 'Sources are not asked in demo mode.'), advice: leaveDemo }
    const reason = `${source.facts.label} is not asked: ${source.facts.setting?.name ?? 'a setting'} is not set.`
    return { ...toProbe(key, 'not_configured', reason), ...toAdvice('not_configured', null, source) }
  }

  /** Asks now, unless it is being asked. Rejects when it cannot be asked, or when the signal is aborted. */
  async function askAnew(key: SourceKey, signal?: AbortSignal): Promise<SourceProbe> {
    const source = knownSources.find(key)
    // `answerWithoutAsking` has answered for the others
    if (source === null || source.connector === null) throw new Error(`${key} cannot be asked`)
    const probing = running.get(key) ?? ask(source, source.connector, signal).finally(() => running.delete(key))
    running.set(key, probing)
    return probing
  }

  async function ask(source: KnownSource, connector: Connector, signal?: AbortSignal): Promise<SourceProbe> {
    const began = performance.now()
    const answer = await answerOf(connector, signal)
    const status = toStatus(answer.status)
    const probed: SourceProbe = {
      ...toProbe(connector.key, status, answer.reason),
      ...toAdvice(status, answer.retryAfterMs, source),
      durationMs: status === 'not_asked' ? null : Math.round(performance.now() - began),
    }
    answers.set(connector.key, probed)
    await repository.save(probed)
    return probed
  }

  async function answerOf(connector: Connector, stop?: AbortSignal): Promise<Answer> {
    const timeUp = AbortSignal.timeout(patienceMs)
    const tooLate = { status: 'upstream_down', retryAfterMs: null } as const
    try {
      const answer = await connector.probe(stop === undefined ? timeUp : AbortSignal.any([timeUp, stop]))
      outages.record(connector.key, answer.outage ?? 'answered')
      return answer
    } catch (error) {
      stop?.throwIfAborted()
      if (timeUp.aborted) {
        outages.record(connector.key, 'no_answer')
        return { ...tooLate, reason: `It did not answer within ${patienceMs / 1000} s.` }
      }
      log.error({ err: error, source: connector.key }, 'a probe broke')
      return { ...tooLate, reason: 'The probe failed in a way nobody foresaw.' }
    }
  }

  function toProbe(source: SourceKey, status: SourceProbe['status'], reason: string | null): SourceProbe {
    const probedAt = clock.now().toISOString()
    return { source, status, reason, advice: null, durationMs: null, retryAfterMs: null, probedAt }
  }

  return { probe, askAnew, list: () => repository.list() }
}

const inLibrary = {
  imported: 'Imported documents are in the library; there is nobody to ask.',
  demo: 'Demo documents are made here; there is nobody to ask.',
}
const leaveDemo = 'Set AUSPEX_SOURCES to live, or to auto, and restart the server.'

function toAdvice(status: SourceProbe['status'], retryAfterMs: number | null, { facts, isConfigured }: KnownSource) {
  return { retryAfterMs, advice: adviseOn({ status, retryAfterMs, facts, isConfigured }) }
}

/** A source without anything to ask (feeds) answers `empty`. */
function toStatus(status: Answer['status']): SourceProbe['status'] {
  return status === 'empty' ? 'not_asked' : status
}
