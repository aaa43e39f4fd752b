import type { SourceKey, SourceProbe } from '@auspex/sdk/types'
import type { SourceProbe as Answer, SourceFacts } from '@auspex/sources'
import type { Config } from '../../../config/config.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Logger } from '../../../kernel/logger.ts'
import type { Connector, KnownSource, KnownSources } from './known-sources.ts'
import type { Outages } from './outages.ts'
import type { SourceProbesRepository } from './source-probes.repository.ts'

/** Milliseconds within which a source must answer. */
const patienceMs = 20_000
/** Milliseconds for which an answer is reused instead of probing again. */
const freshMs = 30_000

export type SourceProbes = ReturnType<typeof createSourceProbes>

/** Probes whether sources answer, each without overlap and at most twice a minute. */
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
  /** Receives the outcome of each probe. */
  outages: Pick<Outages, 'record'>
  clock: Clock
  log: Logger
}) {
  const running = new Map<SourceKey, Promise<SourceProbe>>()
  const answers = new Map<SourceKey, SourceProbe>()

  async function probe(key: SourceKey): Promise<SourceProbe> {
    const verdict = answerWithoutAsking(key)
    if (verdict !== null) return verdict
    const last = answers.get(key)
    const now = clock.now().getTime()
    if (last !== undefined && now - Date.parse(last.probedAt) < freshMs) return last
    return probeAgain(key)
  }

  /** Returns an answer known without a probe; null when the source must be probed. */
  function answerWithoutAsking(key: SourceKey): SourceProbe | null {
    if (key === 'imported' || key === 'demo') return toProbe(key, 'not_asked', inLibrary[key])
    const source = knownSources.find(key)
    if (source === null) return toProbe(key, 'not_asked', 'This version has no connector for this source.')
    if (source.connector !== null) return null
    if (mode === 'demo')
      return { ...toProbe(key, 'not_asked', 'Sources are not asked in demo mode.'), advice: leaveDemo }
    const reason = `${source.facts.label} is not asked: ${source.facts.setting?.name ?? 'a setting'} is not set.`
    return { ...toProbe(key, 'not_configured', reason), ...toAdvice('not_configured', null, source) }
  }

  /** Probes now, or joins a running probe. Rejects when the source cannot be probed, or when the signal is aborted. */
  async function probeAgain(key: SourceKey, signal?: AbortSignal): Promise<SourceProbe> {
    const source = knownSources.find(key)
    // `answerWithoutAsking` has answered for the others
    if (source === null || source.connector === null) throw new Error(`${key} cannot be asked`)
    const probing =
      running.get(key) ?? probeConnector(source, source.connector, signal).finally(() => running.delete(key))
    running.set(key, probing)
    return probing
  }

  async function probeConnector(source: KnownSource, connector: Connector, signal?: AbortSignal): Promise<SourceProbe> {
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
      return { ...tooLate, reason: 'The probe failed unexpectedly.' }
    }
  }

  function toProbe(source: SourceKey, status: SourceProbe['status'], reason: string | null): SourceProbe {
    const probedAt = clock.now().toISOString()
    return { source, status, reason, advice: null, durationMs: null, retryAfterMs: null, probedAt }
  }

  return { probe, probeAgain, list: () => repository.list() }
}

const inLibrary = {
  imported: 'Imported documents are already in the library; there is no source to probe.',
  demo: 'Demo documents are generated here; there is no source to probe.',
}
const leaveDemo = 'Set AUSPEX_SOURCES to live, or to auto, and restart the server.'

function toAdvice(status: SourceProbe['status'], retryAfterMs: number | null, { facts, isConfigured }: KnownSource) {
  return { retryAfterMs, advice: adviseOn({ status, retryAfterMs, facts, isConfigured }) }
}

/** A source with nothing to probe (feeds) answers `empty`. */
function toStatus(status: Answer['status']): SourceProbe['status'] {
  return status === 'empty' ? 'not_asked' : status
}

/** Returns what a person can do about a source's status: one or two sentences, or null when there is nothing to do. */
function adviseOn({
  status,
  retryAfterMs,
  facts,
  isConfigured,
}: Pick<SourceProbe, 'status' | 'retryAfterMs'> & {
  facts: SourceFacts
  isConfigured: boolean
}): string | null {
  const { setting, homepage } = facts
  switch (status) {
    case 'not_configured':
      return setting === undefined ? null : `Set ${setting.name} and restart the server. ${setting.how}`
    case 'rate_limited': {
      if (retryAfterMs !== null) return `Wait ${inWords(retryAfterMs)} and probe again; searches wait by themselves.`
      const wait = 'Wait a few minutes and probe again.'
      return setting === undefined || isConfigured
        ? wait
        : `${wait} With ${setting.name} it may be asked more. ${setting.how}`
    }
    case 'auth':
      return setting === undefined
        ? `It began to ask for a key. Look for a newer version of Auspex, and at ${homepage}.`
        : `Check ${setting.name} and restart the server. ${setting.how}`
    case 'blocked':
      return `It refuses requests from this server’s address. Ask it from another network, or read its terms at ${homepage}.`
    case 'upstream_down':
      return 'Probe again in a few minutes.'
    case 'bad_query':
    case 'schema_changed':
      return 'Its response has a format that this version does not support. Update Auspex; if this is the newest version, report it.'
    case 'ok':
    case 'not_asked':
    default:
      return null
  }
}

function inWords(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000))
  if (seconds < 120) return `${seconds} s`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`
}
