import type { Wait } from '../http/host-gate.ts'
import type { Clock, SourceDocument } from '../source.types.ts'
import { WebSocket } from 'undici'
import { z } from 'zod'
import { ensureAscii } from '../http/create-http.ts'
import { parseJson } from '../text/parse-json.ts'
import { toPost } from './bluesky.parse.ts'

/** The effect of one event of the stream on a library. */
export type StreamEvent =
  /** A post was created or rewritten: the older text is removed. */
  | { kind: 'post'; document: SourceDocument; isNew: boolean }
  | { kind: 'deleted'; id: string }
  /** An account was deleted, deactivated or taken down, with all of its posts. */
  | { kind: 'account_gone'; account: string }
  /** Nothing that concerns documents. */
  | { kind: 'other' }

interface ReadEvent {
  event: StreamEvent
  /** Microseconds since 1970 at which the stream saw it: the position to resume from. */
  position: number
}

const collection = 'app.bsky.feed.post'
/** One message of the stream: a commit to somebody's posts and likes, or a change of their account. */
const message = z.object({
  did: z.string().startsWith('did:'),
  time_us: z.int().positive(),
  commit: z
    .object({
      operation: z.enum(['create', 'update', 'delete']),
      collection: z.string(),
      rkey: z.string(),
      record: z.unknown().optional(),
    })
    .optional(),
  account: z.object({ active: z.boolean() }).optional(),
})

/** Parses one message of Jetstream (version 1); null when it is not one. */
export function readStreamEvent(text: string): ReadEvent | null {
  const parsed = message.safeParse(parseJson(text))
  if (!parsed.success) return null
  const { did, time_us: position, commit, account } = parsed.data
  if (account !== undefined) {
    return { position, event: account.active ? { kind: 'other' } : { kind: 'account_gone', account: did } }
  }
  if (commit === undefined || commit.collection !== collection) return { position, event: { kind: 'other' } }
  const uri = `at://${did}/${collection}/${commit.rkey}`
  if (commit.operation === 'delete') return { position, event: { kind: 'deleted', id: uri } }
  const seenAt = new Date(position / 1000).toISOString()
  const document = toPost({ uri, record: commit.record, seenAt })
  if (document !== null) return { position, event: { kind: 'post', document, isNew: commit.operation === 'create' } }
  // A post that lost its text is no longer a document.
  return { position, event: commit.operation === 'update' ? { kind: 'deleted', id: uri } : { kind: 'other' } }
}

/** The events since the last batch. Deletions are applied first, then the posts are added. */
export interface StreamBatch {
  posts: SourceDocument[]
  /** Native ids of posts that were deleted or rewritten. */
  deleted: string[]
  /** Ids (`did:…`) of accounts that are gone. */
  accounts: string[]
  /** Microseconds since 1970 of the last event: reading from here misses nothing of this batch. */
  position: number
}

interface EventBuffer {
  add: (read: ReadEvent) => void
  /** Number of buffered posts, ids and accounts; all other events only move the position. */
  size: () => number
  /** Microseconds since 1970 of the last event; null before the first. */
  position: () => number | null
  /** Returns the buffered events and clears the buffer. Null when there were no events at all. */
  take: () => StreamBatch | null
}

/** Buffers events; a post that is deleted before it is stored is never returned. */
function createEventBuffer(wants: (post: SourceDocument) => boolean): EventBuffer {
  let posts = new Map<string, SourceDocument>()
  let deleted = new Set<string>()
  let accounts = new Set<string>()
  let position: number | null = null
  return {
    add({ event, position: at }) {
      position = Math.max(position ?? 0, at)
      if (event.kind === 'deleted') {
        posts.delete(event.id)
        deleted.add(event.id)
      } else if (event.kind === 'account_gone') {
        for (const id of posts.keys()) if (id.startsWith(`at://${event.account}/`)) posts.delete(id)
        accounts.add(event.account)
      } else if (event.kind === 'post') {
        const id = event.document.nativeId ?? ''
        if (!event.isNew) deleted.add(id)
        if (wants(event.document)) posts.set(id, event.document)
        else posts.delete(id)
      }
    },
    size: () => posts.size + deleted.size + accounts.size,
    position: () => position,
    take() {
      if (position === null) return null
      const batch = { posts: [...posts.values()], deleted: [...deleted], accounts: [...accounts], position }
      posts = new Map()
      deleted = new Set()
      accounts = new Set()
      return batch
    },
  }
}

export interface JetstreamOptions {
  userAgent: string
  clock: Clock
  /** Waits, or rejects when the signal is aborted. */
  wait: Wait
  /** A number in [0, 1), for randomised delays. */
  random: () => number
  url?: string | undefined
  /**
   * Maximum number of posts, ids and accounts that are buffered while a batch is being stored; beyond it the connection is closed and resumes from
   * the stored position.
   */
  maxBuffered?: number
}

export interface StreamTask {
  /** Microseconds since 1970; null to start now. The stream retains a day and a half. */
  from: number | null
  signal: AbortSignal
  /** Whether a post is relevant; it has no author name and no reactions yet. Must be fast. */
  wants: (post: SourceDocument) => boolean
  /** Stores a batch. When it rejects, the batch is read again later. */
  store: (batch: StreamBatch) => Promise<void>
  /** Called when a connection begins, and when one ends with the reason as one sentence. */
  onChange?: (change: { connected: boolean; reason: string | null }) => void
}

export interface Jetstream {
  /** Reads until the signal is aborted; reconnects after any failure. Never rejects. */
  follow: (task: StreamTask) => Promise<void>
}

/** Milliseconds between two batches while events arrive. */
export const batchEveryMs = 2_000
/** Timeout for a silent connection: a stream of the whole network is never quiet this long. */
const silenceMs = 60_000
/** Events may be delivered twice but never lost: a few seconds are read again after each disconnect. */
const rereadMicroseconds = 5_000_000
/** How often the position is stored when there is nothing else to store. */
const positionEveryMicroseconds = 30_000_000
/** The stream leaves out larger messages; the text of a post has 3,000 bytes at most. */
const maxMessageBytes = 100_000
/** Between two attempts to connect. */
const maxPauseMs = 60_000

/** Posts of Bluesky as they are written, and their deletions, over Jetstream (version 1): JSON on a WebSocket. */
export function createJetstream(options: JetstreamOptions): Jetstream {
  const { userAgent, clock, wait, random, maxBuffered = 5_000 } = options
  const { url = 'wss://jetstream2.us-east.bsky.network/subscribe' } = options
  ensureAscii(userAgent)

  /** One connection, from opening to its end; returns the reason, and the position up to which everything is stored. */
  async function readStream(task: StreamTask, from: number): Promise<{ reason: string; storedPosition: number }> {
    const buffer = createEventBuffer(task.wants)
    const endReason = Promise.withResolvers<string>()
    const over = new AbortController()
    let storedPosition = from
    let lastMessageAtMs = clock().getTime()
    const end = (reason: string) => {
      over.abort()
      endReason.resolve(reason)
    }
    const socket = new WebSocket(addressOf(url, from), { headers: { 'user-agent': userAgent } })
    const stop = () => end('it was stopped')
    task.signal.addEventListener('abort', stop, { once: true })
    socket.addEventListener('open', () => task.onChange?.({ connected: true, reason: null }))
    socket.addEventListener('error', () => end('the connection failed'))
    socket.addEventListener('close', () => end('the connection was closed'))
    socket.addEventListener('message', ({ data }) => {
      const event = over.signal.aborted || typeof data !== 'string' ? null : readStreamEvent(data)
      if (event === null) return
      lastMessageAtMs = clock().getTime()
      buffer.add(event)
      if (buffer.size() > maxBuffered) end('more arrived than could be stored')
    })

    const storeBuffer = async () => {
      const position = buffer.position()
      const isWorthIt =
        buffer.size() > 0 || (position !== null && position - storedPosition >= positionEveryMicroseconds)
      const batch = isWorthIt ? buffer.take() : null
      if (batch === null) return
      await task.store(batch)
      storedPosition = batch.position
    }
    try {
      while (!over.signal.aborted) {
        await Promise.race([wait(batchEveryMs, task.signal).catch(stop), endReason.promise])
        await storeBuffer()
        if (clock().getTime() - lastMessageAtMs >= silenceMs) end('nothing was heard for a minute')
      }
    } catch {
      end('a batch could not be stored')
    } finally {
      task.signal.removeEventListener('abort', stop)
      socket.close()
    }
    return { reason: await endReason.promise, storedPosition }
  }

  return {
    async follow(task) {
      let position = task.from ?? clock().getTime() * 1000
      let failures = 0
      while (!task.signal.aborted) {
        const { reason, storedPosition } = await readStream(task, position)
        failures = storedPosition === position ? failures + 1 : 0
        position = storedPosition
        if (task.signal.aborted) return
        task.onChange?.({ connected: false, reason: `Reading restarts because ${reason}.` })
        await wait(pauseMs(failures, random), task.signal).catch(() => {})
      }
    },
  }
}

function addressOf(url: string, from: number): string {
  const address = new URL(url)
  address.searchParams.set('wantedCollections', collection)
  address.searchParams.set('maxMessageSizeBytes', String(maxMessageBytes))
  address.searchParams.set('cursor', String(from - rereadMicroseconds))
  return address.href
}

/** Exponential back-off from one second to a minute, half of it random. */
function pauseMs(failures: number, random: () => number): number {
  const maxMs = Math.min(maxPauseMs, 1_000 * 2 ** Math.min(failures, 10))
  return Math.round(maxMs / 2 + (maxMs / 2) * random())
}
