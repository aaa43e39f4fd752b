import type { Database } from '../../../adapters/database/database.port.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Logger } from '../../../kernel/logger.ts'
import type { DocumentsModule } from '../../library/index.ts'
import type { Signals } from '../signals.module.ts'
import { matchesQuery, type QueryNode, requiredPhrases, tokens } from '@auspex/analytics'
import type { SourceKey } from '@auspex/sdk/types'
import type { BlueskyPosts, Jetstream, StreamTask, SourceDocument, StreamBatch } from '@auspex/sources'
import { sql } from 'kysely'
import { setTimeout as delay } from 'node:timers/promises'
import { createJob, type Job, type Queue } from '../../../adapters/jobs/jobs.port.ts'

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

interface FollowPostsOptions {
  documents: DocumentsModule
  posts: BlueskyPosts
  positions: StreamPositionRepository
  clock: Clock
}

/** Maximum number of posts looked up a second time per batch; the rest waits for the next batch. */
const maxLatePosts = 1_000

/** Processes the posts of Bluesky's stream. */
function followPosts({ documents, posts, positions, clock }: FollowPostsOptions) {
  let watched = watchQueries([])
  /** Posts that the service did not know yet when they were looked up; they are looked up once more. */
  let latePosts: string[] = []

  return {
    watch(queries: readonly QueryNode[]): void {
      watched = watchQueries(queries)
    },

    /** Matches words only: a post's tone and language are determined when it is stored, and reports filter by them. */
    wants: ({ body }: SourceDocument): boolean => watched.match(body ?? ''),

    /** Throws when posts could not be looked up or stored; the same batch may then be passed again. */
    async store(batch: StreamBatch, signal: AbortSignal): Promise<void> {
      await documents.removeStreamed({ sourceKey: 'bluesky', nativeIds: batch.deleted })
      await documents.removeAccounts(batch.accounts)
      const deletedIds = new Set(batch.deleted)
      const again = latePosts.filter((id) => !deletedIds.has(id))
      const fresh = batch.posts.flatMap(({ nativeId }) => nativeId ?? [])
      const requestedIds = [...new Set([...again, ...fresh])]
      if (requestedIds.length > 0) {
        const publishedPosts = await posts.read(requestedIds, signal)
        if ('status' in publishedPosts) throw new Error(publishedPosts.reason)
        if (publishedPosts.length > 0) await documents.storeDocuments(publishedPosts)
        const knownIds = new Set(publishedPosts.map(({ nativeId }) => nativeId))
        latePosts = fresh.filter((id) => !knownIds.has(id)).slice(0, maxLatePosts)
      }
      await positions.save({ source: 'bluesky', position: batch.position, at: clock.now() })
    },
  }
}

/** Matches a text against any number of queries. */
interface WatchedQueries {
  /** Matches words only: a condition on a field lets a text through, because only its words are known yet. */
  match: (text: string) => boolean
}

/**
 * Indexes queries by the first words they require, so that a text is compared only with queries that share a word with it: every query requires some
 * word of each of its documents. Prefixes are always compared.
 */
export function watchQueries(queries: readonly QueryNode[]): WatchedQueries {
  const byWord = new Map<string, Set<QueryNode>>()
  const always = new Set<QueryNode>()
  for (const query of queries) {
    for (const { words } of requiredPhrases(query)) {
      const [first] = words
      if (first === undefined || first.prefix) always.add(query)
      else byWord.set(first.text, (byWord.get(first.text) ?? new Set<QueryNode>()).add(query))
    }
  }
  return {
    match(text) {
      if (queries.length === 0) return false
      const words = tokens(text)
      const tried = new Set(always)
      for (const word of words) for (const query of byWord.get(word) ?? []) tried.add(query)
      for (const query of tried) if (matchesQuery(query, [], words)) return true
      return false
    },
  }
}

type StreamPositionRepository = ReturnType<typeof createStreamPositionRepository>

/** The position at which reading each stream continues. */
function createStreamPositionRepository({ kysely }: Database) {
  return {
    /** Microseconds since 1970; null when the stream was never read. */
    async read(source: SourceKey): Promise<number | null> {
      const { rows } = await sql<{ position: string }>`
        select position from stream_position where source = ${source}`.execute(kysely)
      const position = rows[0]?.position
      return position === undefined ? null : Number(position)
    },
    async save({ source, position, at }: { source: SourceKey; position: number; at: Date }): Promise<void> {
      await sql`
        insert into stream_position (source, position, stored_at) values (${source}, ${position}::bigint, ${at}::timestamptz)
        on conflict (source) do update set position = excluded.position, stored_at = excluded.stored_at`.execute(kysely)
    },
  }
}
