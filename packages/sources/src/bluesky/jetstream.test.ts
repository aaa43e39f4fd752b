import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { writtenTexts } from '../source.contract.ts'
import type { SourceDocument } from '../source.types.ts'
import { type StreamServer, startStreamServer } from '../testing/stream-server.ts'
import { batchEveryMs, createJetstream, readStreamEvent, type StreamBatch } from './jetstream.ts'

const second = 1_000_000
const start = Date.UTC(2026, 4, 1) * 1000
const event = (at: number, more: object) => JSON.stringify({ did: 'did:plc:a', time_us: start + at * second, ...more })
const commit = (operation: string, rkey: string, text?: string) => ({
  kind: 'commit',
  commit: {
    rev: 'r',
    operation,
    collection: 'app.bsky.feed.post',
    rkey,
    ...(text !== undefined && {
      record: { $type: 'app.bsky.feed.post', text, createdAt: '2026-05-01T00:00:00Z', langs: ['en'] },
    }),
  },
})
const uri = (rkey: string) => `at://did:plc:a/app.bsky.feed.post/${rkey}`

describe('readStreamEvent', () => {
  test('reads a post, a deletion, a removed account, and irrelevant events', () => {
    expect(readStreamEvent(event(1, commit('create', '1', 'heat pump')))).toEqual({
      position: start + second,
      event: {
        kind: 'post',
        isNew: true,
        document: expect.objectContaining({ nativeId: uri('1'), body: 'heat pump' }),
      },
    })
    expect(readStreamEvent(event(1, commit('delete', '1')))?.event).toEqual({ kind: 'deleted', id: uri('1') })
    const account = (active: boolean) => readStreamEvent(event(1, { kind: 'account', account: { active } }))?.event
    expect(account(false)).toEqual({ kind: 'account_gone', account: 'did:plc:a' })
    expect(account(true)).toEqual({ kind: 'other' })
    expect(readStreamEvent(event(1, { kind: 'identity', identity: {} }))?.event).toEqual({ kind: 'other' })
    // An image without text is not a document; an edit that removes the text is a deletion.
    expect(readStreamEvent(event(1, commit('create', '1', '')))?.event).toEqual({ kind: 'other' })
    expect(readStreamEvent(event(1, commit('update', '1', '')))?.event).toEqual({ kind: 'deleted', id: uri('1') })
  })

  test.each(writtenTexts)('a post says %j as it was written', (text) => {
    expect(readStreamEvent(event(1, commit('create', '1', text)))?.event).toMatchObject({
      kind: 'post',
      document: { body: text },
    })
  })

  test.each(['', '{', '[]', '{"did":"x","time_us":1}', '{"did":"did:plc:a"}'])('%j is no event', (text) => {
    expect(readStreamEvent(text)).toBeNull()
  })
})

describe('following the stream', () => {
  let server: StreamServer
  let stop: AbortController
  let now: number
  let batches: StreamBatch[]
  let pauses: number[]
  let changes: string[]
  let running: Promise<void>
  /** Advances to the next batch. */
  let tick: () => void
  let failing = false
  beforeAll(async () => {
    server = await startStreamServer()
  })
  beforeEach(() => {
    stop = new AbortController()
    now = Date.UTC(2026, 4, 1)
    batches = []
    pauses = []
    changes = []
    failing = false
    tick = () => {}
    server.requestPaths.length = 0
    server.refuse(false)
  })
  afterEach(async () => {
    stop.abort()
    await running
  })
  afterAll(() => server.close())

  function follow({ from = null, maxBuffered }: { from?: number | null; maxBuffered?: number } = {}): void {
    const stream = createJetstream({
      url: server.url,
      userAgent: 'auspex-test/1',
      clock: () => new Date(now),
      random: () => 0.5,
      wait: async (ms, signal) => {
        if (ms !== batchEveryMs) pauses.push(ms)
        else
          await new Promise<void>((resolve, reject) => {
            tick = resolve
            signal.addEventListener('abort', () => reject(signal.reason), { once: true })
          })
      },
      ...(maxBuffered !== undefined && { maxBuffered }),
    })
    running = stream.follow({
      from,
      signal: stop.signal,
      wants: ({ body }: SourceDocument) => body?.includes('heat pump') ?? false,
      store: async (batch) => {
        if (failing) throw new Error('the database is away')
        batches.push(batch)
      },
      onChange: ({ reason }) => void changes.push(reason ?? 'connected'),
    })
  }
  const until = (reached: () => void) => vi.waitFor(reached, { timeout: 600_000, interval: 2 })
  const connected = (times = 1) =>
    until(() => expect(changes.filter((change) => change === 'connected')).toHaveLength(times))
  /** Ticks until a batch was stored. */
  const stored = (times = 1) =>
    until(() => {
      tick()
      expect(batches).toHaveLength(times)
    })

  test('stores matching posts and deletions, with the cursor to continue from', async () => {
    follow()
    await connected()
    expect(server.requestPaths[0]).toBe(
      `/subscribe?wantedCollections=app.bsky.feed.post&maxMessageSizeBytes=100000&cursor=${start - 5 * second}`,
    )
    server.send(event(1, commit('create', '1', 'my heat pump')))
    server.send(event(2, commit('create', '2', 'my cat')))
    server.send(event(3, commit('create', '3', 'a heat pump, regretted')))
    server.send('not json')
    server.send(event(4, commit('delete', '3')))
    server.send(event(5, { did: 'did:plc:b', kind: 'account', account: { active: false, status: 'deleted' } }))
    await until(() => {
      tick()
      expect(batches.at(-1)?.position).toBe(start + 5 * second)
    })
    const all = {
      posts: batches.flatMap(({ posts }) => posts.map(({ nativeId }) => nativeId)),
      deleted: batches.flatMap(({ deleted }) => deleted),
      accounts: batches.flatMap(({ accounts }) => accounts),
    }
    expect(all.posts).toContain(uri('1'))
    expect(all.posts).not.toContain(uri('2'))
    expect(all).toMatchObject({ deleted: [uri('3')], accounts: ['did:plc:b'] })
  })

  test('resumes slightly before its cursor, and waits longer after each failure', async () => {
    follow({ from: start })
    await connected()
    server.send(event(9, commit('create', '1', 'heat pump')))
    await stored()
    server.refuse(true)
    server.breakOff()
    await until(() => expect(pauses.length).toBeGreaterThanOrEqual(8))
    expect(pauses.slice(0, 8)).toEqual([750, 1500, 3000, 6000, 12_000, 24_000, 45_000, 45_000])
    server.refuse(false)
    await connected(2)
    const cursors = server.requestPaths.map((path) => new URL(path, 'ws://x').searchParams.get('cursor'))
    expect(cursors[0]).toBe(String(start - 5 * second))
    expect(new Set(cursors.slice(1))).toEqual(new Set([String(start + 4 * second)]))
  })

  test('reads a batch again that could not be stored', async () => {
    follow({ from: start })
    await connected()
    failing = true
    server.send(event(9, commit('create', '1', 'heat pump')))
    await until(() => {
      tick()
      expect(changes).toContain('Reading restarts because a batch could not be stored.')
    })
    failing = false
    await connected(2)
    expect(server.requestPaths.at(-1)).toContain(`cursor=${start - 5 * second}`)
    server.send(event(9, commit('create', '1', 'heat pump')))
    await stored()
    expect(batches[0]?.posts).toHaveLength(1)
  })

  test('limits its buffer by restarting after the stored events', async () => {
    follow({ from: start, maxBuffered: 3 })
    await connected()
    for (const key of ['1', '2', '3', '4']) server.send(event(9, commit('delete', key)))
    await until(() => expect(changes).toContain('Reading restarts because more arrived than could be stored.'))
    await connected(2)
    expect(batches.map(({ deleted }) => deleted.length)).toEqual([4])
    expect(server.requestPaths.at(-1)).toContain(`cursor=${start + 4 * second}`)
  })

  test('reopens a stream that was silent for a minute, and stores its cursor from time to time', async () => {
    follow({ from: start })
    await connected()
    server.send(event(10, commit('create', '1', 'my cat')))
    server.send(event(40, commit('create', '2', 'my dog')))
    await stored()
    expect(batches).toEqual([{ posts: [], deleted: [], accounts: [], position: start + 40 * second }])
    now += 60_000
    await until(() => {
      tick()
      expect(changes).toContain('Reading restarts because nothing was heard for a minute.')
    })
  })
})
