import {
  type BlueskyPosts,
  createBlueskyPosts,
  createJetstream,
  type Jetstream,
  createGuardedHttp,
  createGuardedPost,
  type GuardedPost,
  createHttp,
  createPriceProviders,
  createSources,
  type DocumentSource,
  priceHostPolicies,
  type PriceProvider,
  type SeriesSource,
  sourceHostPolicies,
} from '@auspex/sources'
import { setTimeout as delay } from 'node:timers/promises'
import type { Config } from '../../config/config.ts'
import type { Clock } from '../../kernel/clock.ts'
import { version } from '../../kernel/version.ts'

/** The connectors that the configuration switches on, sharing one polite HTTP client; none in the mode `demo`. */
export function createConnectors(
  { sources: mode, sourceSettings: settings }: Pick<Config, 'sources' | 'sourceSettings'>,
  clock: Clock,
): readonly (DocumentSource | SeriesSource)[] {
  const now = () => clock.now()
  const userAgent = userAgentOf(settings.contact)
  const http = createHttp({ userAgent, clock: now, hosts: sourceHostPolicies })
  const guardedHttp = createGuardedHttp({ userAgent, clock: now })
  const { documents, series } = createSources({ mode, clock: now, http, guardedHttp, settings })
  return [...documents, ...series]
}

/** The price providers that the keys allow; none in the mode `demo`. */
export function createPrices(
  { sources: mode, sourceSettings, priceKeys }: Pick<Config, 'sources' | 'sourceSettings' | 'priceKeys'>,
  clock: Clock,
): readonly PriceProvider[] {
  if (mode === 'demo') return []
  const now = () => clock.now()
  const http = createHttp({ userAgent: userAgentOf(sourceSettings.contact), clock: now, hosts: priceHostPolicies })
  return createPriceProviders({ http, clock: now, keys: priceKeys })
}

/** Posts alerts to addresses that people typed; only the public internet is reached. */
export function createWebhooks({ sourceSettings }: Pick<Config, 'sourceSettings'>): GuardedPost {
  return createGuardedPost({ userAgent: userAgentOf(sourceSettings.contact) })
}

/** Bluesky as it is written, where the configuration asks for it; null in the mode `demo` and by default. */
export function createLiveSource(
  { sources: mode, sourceSettings, blueskyStream }: Pick<Config, 'sources' | 'sourceSettings' | 'blueskyStream'>,
  clock: Clock,
): { stream: Jetstream; posts: BlueskyPosts } | null {
  if (mode === 'demo' || !blueskyStream) return null
  const now = () => clock.now()
  const userAgent = userAgentOf(sourceSettings.contact)
  const http = createHttp({ userAgent, clock: now, hosts: sourceHostPolicies })
  const wait = async (ms: number, signal: AbortSignal) => {
    await delay(ms, undefined, { signal })
  }
  return {
    stream: createJetstream({ userAgent, clock: now, wait, random: () => Math.random() }),
    posts: createBlueskyPosts({ http }),
  }
}

/** Sources ask who calls and where to complain; some refuse requests that do not say, and the SEC asks for an e-mail address. */
function userAgentOf(contact: string | undefined): string {
  const where = ['+https://github.com/auspex/auspex', ...(contact === undefined ? [] : [contact])]
  return `Auspex/${version} (${where.join('; ')})`
}
