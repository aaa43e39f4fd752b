import type { SourceProbe } from '@auspex/sdk/types'
import type { SourceFacts } from '@auspex/sources'

/** What a person can do about how a source stands: one or two sentences, or null when there is nothing to do. */
export function adviseOn({
  status,
  retryAfterMs,
  facts,
  isConfigured,
}: Pick<SourceProbe, 'status' | 'retryAfterMs'> & {
  facts: Pick<SourceFacts, 'homepage' | 'setting'>
  isConfigured: boolean
}): string | null {
  const { setting, homepage } = facts
  switch (status) {
    case 'not_configured':
      return setting === undefined ? null : `Set ${setting.name} and restart the server. ${setting.how}`
    case 'rate_limited': {
      if (retryAfterMs !== null) return `Wait ${inWords(retryAfterMs)} and probe again; searches wait by themselves.`
      const wait = 'Wait some minutes and probe again.'
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
      return 'Probe again in some minutes.'
    case 'bad_query':
    case 'schema_changed':
      return 'It answers in another way than this version knows. Look for a newer version of Auspex; with the newest, report it.'
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
