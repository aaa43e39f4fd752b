import {
  type BlueskyPosts,
  createBlueskyPosts,
  createJetstream,
  type Jetstream,
  createGuardedHttp,
  createGuardedPost,
  type GuardedPost,
  createHttp,
  createSources,
  type DocumentSource,
  type PriceProvider,
  type SeriesSource,
  sourceHosts,
  type SourceSettings,
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
  const { documents, series } = createSources({ mode, clock: now, settings, ...createClients(settings, now) })
  return [...documents, ...series]
}

/** The price providers that the settings allow; none in the mode `demo`. */
export function createPrices(
  { sources: mode, sourceSettings: settings }: Pick<Config, 'sources' | 'sourceSettings'>,
  clock: Clock,
): readonly PriceProvider[] {
  const now = () => clock.now()
  return createSources({ mode, clock: now, settings, ...createClients(settings, now) }).prices
}

/** Posts alerts to addresses that people typed; only the public internet is reached. */
export function createWebhooks({ sourceSettings }: Pick<Config, 'sourceSettings'>): GuardedPost {
  return createGuardedPost({ userAgent: userAgentOf(sourceSettings) })
}

/** Bluesky as it is written, where the configuration asks for it; null in the mode `demo` and by default. */
export function createLiveSource(
  { sources: mode, sourceSettings }: Pick<Config, 'sources' | 'sourceSettings'>,
  clock: Clock,
): { stream: Jetstream; posts: BlueskyPosts } | null {
  if (mode === 'demo' || sourceSettings['AUSPEX_BLUESKY_STREAM'] === undefined) return null
  const now = () => clock.now()
  const userAgent = userAgentOf(sourceSettings)
  const http = createHttp({ userAgent, clock: now, hosts: sourceHosts })
  const wait = async (ms: number, signal: AbortSignal) => {
    await delay(ms, undefined, { signal })
  }
  return {
    stream: createJetstream({ userAgent, clock: now, wait, random: () => Math.random() }),
    posts: createBlueskyPosts({ http }),
  }
}

/** One polite client for the fixed hosts, and one guarded client for addresses that people give. */
function createClients(settings: SourceSettings, clock: () => Date) {
  const userAgent = userAgentOf(settings)
  return {
    http: createHttp({ userAgent, clock, hosts: sourceHosts }),
    guardedHttp: createGuardedHttp({ userAgent, clock }),
  }
}

/** Sources ask who calls and where to complain; some refuse requests that do not say, and the SEC asks for an e-mail address. */
function userAgentOf({ AUSPEX_CONTACT: contact }: SourceSettings): string {
  const where = ['+https://github.com/auspex/auspex', ...(contact === undefined ? [] : [contact])]
  return `Auspex/${version} (${where.join('; ')})`
}
