import type { Provenance } from '@auspex/sdk/types'
import type { Logger } from '../kernel/logger.ts'
import type { createDemoLibrary } from './demo/index.ts'
import type { DocumentsModule } from './documents/index.ts'
import type { ExportsModule } from './exports/index.ts'
import type { ExploreModule } from './explore/index.ts'
import type { ForecastsModule } from './forecasts/index.ts'
import type { Signals } from './signals/index.ts'
import type { StreamsModule } from './streams/index.ts'
import type { SubscriptionsModule } from './subscriptions/index.ts'
import type { TrendsModule } from './trends/index.ts'

export interface BackgroundOptions {
  documents: Pick<DocumentsModule, 'enrich' | 'prewarm'>
  signals: Pick<Signals, 'rehearse'>
  demo: ReturnType<typeof createDemoLibrary>
  provenance: () => Promise<Provenance>
  exports: Pick<ExportsModule, 'start' | 'stop'>
  explore: Pick<ExploreModule, 'recover' | 'stop'>
  trends: Pick<TrendsModule, 'start' | 'stop'>
  forecasts: Pick<ForecastsModule, 'start' | 'stop'>
  subscriptions: Pick<SubscriptionsModule, 'start' | 'stop'>
  streams: StreamsModule
  log: Logger
}

/** What goes on beside the requests: loading what must be there, then reading documents for names and stories. */
export interface Background {
  /** Begins; what takes long goes on after it returns. */
  begin(): void
  end(): Promise<void>
  /** Whether what must be there before searches are complete is there. True when nothing was ever begun. */
  isPrepared: () => boolean
}

/** Runs the background work of one process. Every step can be cut off and goes on where it was. */
export function createBackground(options: BackgroundOptions): Background {
  const { documents, signals, demo, provenance, explore, exports, trends, forecasts, subscriptions, streams, log } =
    options
  let preparing: Promise<void> | null = null
  let isPreparing = false
  let isEnding = false

  async function prepare(): Promise<void> {
    try {
      await explore.recover()
      await exports.start()
      if ((await provenance()) === 'demo') await demo.prepare()
      await documents.prewarm()
    } catch (error) {
      log.error({ err: error }, 'preparing the library failed; searches work with what is there')
    } finally {
      isPreparing = false
    }
    await signals
      .rehearse(() => isEnding)
      .catch((error: unknown) => log.warn({ err: error }, 'rehearsing reports failed; the first ones will be slower'))
    if (isEnding) return
    documents.enrich.start()
    trends.start()
    forecasts.start()
    subscriptions.start()
    streams.start()
  }

  return {
    begin() {
      isPreparing = true
      preparing = prepare()
    },
    async end() {
      isEnding = true
      await subscriptions.stop() // before searches: it begins some
      await explore.stop()
      await exports.stop()
      await trends.stop()
      await forecasts.stop()
      await streams.stop()
      if (preparing === null) return
      await preparing
      await documents.enrich.stop()
    },
    isPrepared: () => !isPreparing,
  }
}
