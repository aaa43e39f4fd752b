import {
  type BlueskyPosts,
  createBlueskyPosts,
  createJetstream,
  type Jetstream,
  createGuardedHttp,
  createGuardedPost,
  type GuardedPost,
  createHashtagSources,
  createHttp,
  createMedicine,
  hashtagHosts,
  type HashtagSource,
  createSources,
  type DocumentSource,
  type Medicine,
  medicineHosts,
  type PriceProvider,
  type SeriesSource,
  sourceHosts,
  type SourceSettings,
} from '@auspex/sources'
import { setTimeout as delay } from 'node:timers/promises'
import type { Config } from '../../config/config.ts'
import type { Clock } from '../../kernel/clock.ts'
import { version } from '../../kernel/version.ts'

type SourcesConfig = Pick<Config, 'sources' | 'sourceSettings'>

/** Creates the connectors that the configuration enables, sharing one rate-limited HTTP client; none in the mode `demo`. */
export function createConnectors(
  { sources: mode, sourceSettings: settings }: SourcesConfig,
  clock: Clock,
  clients: SourceClients = createSourceClients({ sources: mode, sourceSettings: settings }, clock),
): readonly (DocumentSource | SeriesSource)[] {
  const { documents, series } = createSources({ mode, clock: () => clock.now(), settings, ...clients })
  return [...documents, ...series]
}

/** Creates the price providers that the settings allow; none in the mode `demo`. */
export function createPrices(
  { sources: mode, sourceSettings: settings }: SourcesConfig,
  clock: Clock,
  clients: SourceClients = createSourceClients({ sources: mode, sourceSettings: settings }, clock),
): readonly PriceProvider[] {
  return createSources({ mode, clock: () => clock.now(), settings, ...clients }).prices
}

/** Creates the register of trials and the indexes of articles; null in the mode `demo`. */
export function createMedicalSources(
  { sources: mode, sourceSettings: settings }: SourcesConfig,
  { http }: SourceClients,
): Medicine | null {
  return createMedicine({ mode, http, settings })
}

/** Creates the sources for videos of a hashtag; none in the mode `demo`. */
export function createVideoSources(
  { sources: mode, sourceSettings: settings }: SourcesConfig,
  clock: Clock,
  { http }: SourceClients,
): readonly HashtagSource[] {
  return createHashtagSources({ mode, http, clock: () => clock.now(), settings })
}

/** Posts alerts to addresses that people entered; reaches only the public internet. */
export function createWebhooks({ sourceSettings }: SourcesConfig): GuardedPost {
  return createGuardedPost({ userAgent: userAgentOf(sourceSettings) })
}

/** Creates the live stream of Bluesky, if the configuration enables it; null in the mode `demo` and by default. */
export function createLiveSource(
  { sources: mode, sourceSettings }: SourcesConfig,
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

export type SourceClients = ReturnType<typeof createSourceClients>

/**
 * One rate-limited client for the fixed hosts, and one guarded client for addresses from people. Create them once per installation: each pair
 * enforces the rate limits of hosts by itself.
 */
export function createSourceClients({ sourceSettings }: SourcesConfig, clock: Clock) {
  const userAgent = userAgentOf(sourceSettings)
  const now = () => clock.now()
  return {
    http: createHttp({ userAgent, clock: now, hosts: { ...medicineHosts, ...hashtagHosts, ...sourceHosts } }),
    guardedHttp: createGuardedHttp({ userAgent, clock: now }),
  }
}

/** Sources want to know who is calling and where to complain; some refuse requests without it, and the SEC requires an e-mail address. */
function userAgentOf({ AUSPEX_CONTACT: contact }: SourceSettings): string {
  const homepage = ['+https://github.com/auspex/auspex', ...(contact === undefined ? [] : [contact])]
  return `Auspex/${version} (${homepage.join('; ')})`
}
