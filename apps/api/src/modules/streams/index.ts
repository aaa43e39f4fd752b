import type { BlueskyPosts, Jetstream, StreamTask } from '@auspex/sources'
import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../../adapters/database/database.port.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Logger } from '../../kernel/logger.ts'
import type { DocumentsModule } from '../documents/index.ts'
import type { Signals } from '../signals/index.ts'
import { followPosts } from './follow-posts.ts'
import { createStreamPositionRepository } from './stream-position.repository.ts'

/** A stream that an installation switched on, and what looks its posts up. */
export interface LiveSource {
  stream: Jetstream
  posts: Pick<BlueskyPosts, 'read'>
}

export interface StreamsDependencies {
  /** Null when no stream is switched on. */
  live: LiveSource | null
  database: Database
  documents: Pick<DocumentsModule, 'storeDocuments' | 'removeByOrigin' | 'removeAccounts'>
  signals: Pick<Signals, 'find'>
  /** The signals that somebody has a monitor on. */
  watchedSignals: () => Promise<readonly string[]>
  clock: Clock
  log: Pick<Logger, 'info' | 'warn'>
  /** Waits between two looks at what is watched. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

export interface StreamsModule {
  start(): void
  stop(): Promise<void>
}

/** Logs the beginning and the end of an outage, not every attempt in between. */
function logOutages(log: StreamsDependencies['log']): StreamTask['onChange'] {
  let isDown = false
  return ({ connected, reason }) => {
    if (connected) log.info({ source: 'bluesky' }, 'reading the stream')
    else if (!isDown)
      log.warn({ source: 'bluesky', reason }, 'the stream broke off; it is tried again until it is there')
    isDown = !connected
  }
}

/** Time between two reads of the list of watched signals. */
const refreshEveryMs = 60_000

async function waitOnTimer(ms: number, signal: AbortSignal) {
  await delay(ms, undefined, { signal, ref: false })
}

/** Reads streams for the signals that are watched, while the server runs. */
export function createStreamsModule(dependencies: StreamsDependencies): StreamsModule {
  const { live, database, documents, signals, watchedSignals, clock, log, wait = waitOnTimer } = dependencies
  const stopping = new AbortController()
  let running: Promise<void> | null = null

  async function follow({ stream, posts }: LiveSource): Promise<void> {
    const { signal } = stopping
    const positions = createStreamPositionRepository(database)
    const following = followPosts({ documents, posts, positions, clock })
    const refresh = async () => {
      try {
        const ids = await watchedSignals()
        const found = await Promise.all(ids.map((id) => signals.find(id)))
        following.watch(
          found
            .filter(({ echo }) => echo.sources.length === 0 || echo.sources.includes('bluesky'))
            .map(({ node }) => node),
        )
      } catch (error) {
        log.warn({ err: error }, 'what monitors watch could not be read; the stream goes on with what it knows')
      }
    }
    const refreshRegularly = async () => {
      while (!signal.aborted) {
        await wait(refreshEveryMs, signal).catch(() => {})
        if (!signal.aborted) await refresh()
      }
    }
    await refresh()
    const reading = stream.follow({
      from: await positions.read('bluesky'),
      signal,
      wants: (post) => following.wants(post),
      store: (batch) => following.store(batch, signal),
      onChange: logOutages(log),
    })
    await Promise.all([reading, refreshRegularly()])
  }

  return {
    start() {
      if (live === null || running !== null) return
      running = follow(live).catch((error: unknown) => log.warn({ err: error }, 'the stream could not be followed'))
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}
