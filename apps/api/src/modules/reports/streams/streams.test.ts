import type { Database } from '../../../adapters/database/database.port.ts'
import { matchesQuery, parseQuery, type QueryNode, tokens } from '@auspex/analytics'
import type { SourceDocument, StreamBatch, StreamTask } from '@auspex/sources'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createFixedClock } from '../../../kernel/clock.ts'
import { createSequentialIds } from '../../../kernel/ids.ts'
import { stub } from '../../../testing/stub.ts'
import { createTestDatabase, silentLog } from '../../../testing/test-database.ts'
import { createDocumentsModule } from '../../library/index.ts'
import { readSignalQuery } from '../signal-query.ts'
import { sampleArticle } from '../../../testing/stored-documents.ts'
import { createStreamsModule, type LiveSource, watchQueries } from './streams.module.ts'

describe('streams', () => {
  const clock = createFixedClock('2026-11-21T08:00:00Z')
  let database: Database
  let documents: ReturnType<typeof createDocumentsModule>
  beforeAll(async () => {
    database = await createTestDatabase()
    documents = createDocumentsModule({ database, clock, createId: createSequentialIds(), log: silentLog })
  })
  afterAll(async () => {
    await documents.enrich.stop()
    await database.close()
  })

  const uri = (key: string, account = 'did:plc:a') => `at://${account}/app.bsky.feed.post/${key}`
  const post = (nativeId: string, body: string): SourceDocument =>
    sampleArticle({ nativeId, sourceKey: 'bluesky', kind: 'post', outlet: 'bsky.app', url: null, title: '', body })
  const batch = (position: number, more: Partial<StreamBatch> = {}): StreamBatch => ({
    posts: [],
    deleted: [],
    accounts: [],
    position,
    ...more,
  })
  const count = () => documents.countDocuments({ world: 'real', tsquery: null, sources: ['bluesky'] })

  const jobContext = (signal: AbortSignal) => ({
    id: 'job',
    attempt: 1,
    isLastAttempt: false,
    signal,
    reportProgress: async () => {},
  })

  /** Starts the module on a stream that the test drives; `known` are the posts that the service returns. */
  async function start(
    posts: Map<string, SourceDocument>,
    read: LiveSource['posts']['read'] = async (uris) => uris.flatMap((id) => posts.get(id) ?? []),
    unreadable: readonly string[] = [],
  ) {
    const started = Promise.withResolvers<StreamTask>()
    const query = readSignalQuery({ query_term: 'heat pump' })
    const streams = createStreamsModule({
      database,
      clock,
      documents,
      live: {
        stream: {
          follow: (task) => {
            started.resolve(task)
            return new Promise((resolve) => task.signal.addEventListener('abort', () => resolve(), { once: true }))
          },
        },
        posts: stub({ read }),
      },
      signals: stub({
        find: async (id) => {
          if (unreadable.includes(id)) throw new Error('the query of this signal is damaged')
          return query
        },
      }),
      watchedSignals: async () => [...unreadable, query.signalId],
      log: stub({ info: vi.fn(), warn: vi.fn() }),
      wait: (_, signal) =>
        new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
        ),
    })
    const stopping = new AbortController()
    const reading = streams.jobs[0]?.run({}, jobContext(stopping.signal)).catch(() => {})
    const stop = async () => {
      stopping.abort()
      await reading
    }
    return { task: await started.promise, streams: { stop } }
  }

  test('stores posts that a monitor watches as the service shows them, and removes deleted ones', async () => {
    const posts = new Map(['1', '2', '3'].map((key) => [uri(key), post(uri(key), 'a heat pump')]))
    posts.set(uri('1', 'did:plc:b'), post(uri('1', 'did:plc:b'), 'another heat pump'))
    const { task, streams } = await start(posts)
    expect(task.from).toBeNull()
    expect(task.wants(post('x', 'Our HEAT pump hums'))).toBe(true)
    expect(task.wants(post('x', 'the heat of a pump'))).toBe(false)

    // The fourth is hidden by its author, or was deleted before it was looked up.
    await task.store(batch(1, { posts: [...posts.values(), post(uri('4'), 'heat pump')] }))
    expect(await count()).toBe(4)
    await task.store(batch(2, { deleted: [uri('1'), uri('unknown')] }))
    expect(await count()).toBe(3)
    await task.store(batch(3, { accounts: ['did:plc:b'] }))
    expect(await count()).toBe(2)
    await streams.stop()

    // After a restart it continues where it was.
    const again = await start(posts)
    expect(again.task.from).toBe(3)
    await again.streams.stop()
  })

  test('an unreadable watched signal does not block others', async () => {
    const { task, streams } = await start(new Map(), undefined, ['sig_damaged'])
    expect(task.wants(post('x', 'Our heat pump hums'))).toBe(true)
    await streams.stop()
  })

  test('looks up a post again that the service did not know yet', async () => {
    const posts = new Map<string, SourceDocument>()
    const { task, streams } = await start(posts)
    const before = await count()
    const late = ['l1', 'l2'].map((key) => post(uri(key), 'heat pump'))
    await task.store(batch(4, { posts: late }))
    for (const one of late) posts.set(one.nativeId ?? '', one)
    await task.store(batch(5, { deleted: [uri('l2')] }))
    expect(await count()).toBe(before + 1)
    await streams.stop()
  })

  test('does not skip a batch that cannot be looked up', async () => {
    const refused = { status: 'upstream_down', reason: 'It is out of order.', retryAfterMs: null } as const
    const { task, streams } = await start(new Map(), async () => refused)
    await expect(task.store(batch(99, { posts: [post(uri('9'), 'heat pump')] }))).rejects.toThrow('It is out of order.')
    await streams.stop()
    const again = await start(new Map())
    expect(again.task.from).toBe(5)
    await again.streams.stop()
  })

  test('follows nothing if no stream is enabled', async () => {
    const streams = createStreamsModule({
      database,
      clock,
      documents,
      live: null,
      signals: stub({ find: () => Promise.reject(new Error('nobody asks')) }),
      watchedSignals: () => Promise.reject(new Error('nobody asks')),
      log: stub({ info: vi.fn(), warn: vi.fn() }),
    })
    expect(streams.jobs).toEqual([])
  })
})

describe('watched queries', () => {
  const read = (text: string): QueryNode => {
    const parsed = parseQuery(text)
    if (!parsed.ok) throw new Error(parsed.message)
    return parsed.query
  }
  const queries = [
    'heat pump',
    'tea AND milk',
    'coffee OR mate -sugar',
    'vaccin*',
    'grant near/3 solar',
    'tram lang:de',
    'x (ab OR "b cd*")',
  ]
  const texts = [
    '',
    'Our HEAT pump hums',
    'the heat of a pump',
    'milk with tea',
    'tea alone',
    'mate with sugar',
    'mate without',
    'unvaccinated, vaccinations',
    'a solar panel grant',
    'a grant for nobody but solar farms',
    'Die Tram kommt',
    'x b cde',
    'b cd',
  ]

  test.each(texts)('“%s” matches the same queries together as individually', (text) => {
    for (const query of queries.map(read))
      expect(watchQueries([query]).match(text)).toBe(matchesQuery(query, [], tokens(text)))
    const any = queries.some((query) => matchesQuery(read(query), [], tokens(text)))
    expect(watchQueries(queries.map(read)).match(text)).toBe(any)
  })

  test('matches nothing if nothing is watched', () => {
    expect(watchQueries([]).match('anything')).toBe(false)
  })
})
