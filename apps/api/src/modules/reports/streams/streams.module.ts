import type { BlueskyPosts, Jetstream, StreamTask } from '@auspex/sources'
import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../../../adapters/database/database.port.ts'
import { createJob, type Job, type Queue } from '../../../adapters/jobs/jobs.port.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Logger } from '../../../kernel/logger.ts'
import type { DocumentsModule } from '../../library/index.ts'
import type { Signals } from '../signals.module.ts'
import { createStreamPositionRepository, followPosts } from './follow-posts.ts'

/** An enabled stream, and the service that looks up its posts. */
export interface LiveSource {
  stream: Jetstream
  posts: BlueskyPosts
}

export interface StreamsDependencies {
  /** Null when no stream is enabled. */
  live: LiveSource | null
  database: Database
  documents: DocumentsModule
  signals: Signals
  /** The signals that have a monitor. */
  watchedSignals: () => Promise<readonly string[]>
  clock: Clock
  log: Logger
  /** Delay between two reads of the watched signals. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

export interface StreamsModule {
  /** Reads the stream, in a single process; empty when no stream is enabled. */
  jobs: readonly Job[]
}

/**
 * If several processes read the stream, each would store every post again and move the shared position. As a job it has a single reader, and another
 * process takes over when that one dies or stops.
 */
const streamQueue: Queue = {
  name: 'streams-bluesky',
  isExclusive: true,
  schedule: '* * * * *',
  maxRunSeconds: 86_400,
  retry: { limit: 3, delaySeconds: 1, maxDelaySeconds: 60 },
}
/** Shorter than the maximum run time of a job, which would count as a failure; the schedule begins the next run within a minute. */
const readForMs = 23 * 3_600_000

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

/** Reads streams for the signals that are watched. */
export function createStreamsModule(dependencies: StreamsDependencies): StreamsModule {
  const { live, database, documents, signals, watchedSignals, clock, log, wait = waitOnTimer } = dependencies

  async function follow({ stream, posts }: LiveSource, signal: AbortSignal): Promise<void> {
    const positions = createStreamPositionRepository(database)
    const following = followPosts({ documents, posts, positions, clock })
    const findOrWarn = async (signalId: string) => {
      try {
        return await signals.find(signalId)
      } catch (error) {
        log.warn({ err: error, signalId }, 'a watched signal could not be read; the stream follows the others')
        return null
      }
    }
    const refresh = async () => {
      try {
        const ids = await watchedSignals()
        const watched = await Promise.all(ids.map(findOrWarn))
        following.watch(
          watched
            .filter((query) => query !== null)
            .filter(({ echo }) => echo.sources.length === 0 || echo.sources.includes('bluesky'))
            .map(({ node }) => node),
        )
      } catch (error) {
        log.warn({ err: error }, 'the watched queries could not be read; the stream continues with the previous ones')
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

  if (live === null) return { jobs: [] }
  return {
    jobs: [
      createJob({
        queue: streamQueue,
        async run(_, { signal }) {
          await follow(live, AbortSignal.any([signal, AbortSignal.timeout(readForMs)]))
          signal.throwIfAborted()
        },
      }),
    ],
  }
}
