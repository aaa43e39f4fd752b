import type { BlueskyPosts, Jetstream, StreamTask } from '@auspex/sources'
import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../../adapters/database/database.port.ts'
import { createJob, type Job, type Queue } from '../../adapters/jobs/jobs.port.ts'
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
  /** Reads the stream, in one process of all; none where no stream is switched on. */
  jobs: readonly Job[]
}

/**
 * Each process that read the stream would store every post again and move the place where reading goes on. As a job it has one reader, and
 * another takes over when its process dies or stops.
 */
const streamQueue: Queue = {
  name: 'streams-bluesky',
  isExclusive: true,
  schedule: '* * * * *',
  longestRunSeconds: 86_400,
  retry: { limit: 3, delaySeconds: 1, longestSeconds: 60 },
}
/** Before the longest run of a job ends, which would count as a failure; the schedule begins the next within a minute. */
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
        const found = await Promise.all(ids.map(findOrWarn))
        following.watch(
          found
            .filter((query) => query !== null)
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
