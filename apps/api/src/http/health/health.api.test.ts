import type { Readiness } from '@auspex/sdk/types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DocumentsUnreachableError } from '../../adapters/clickhouse/clickhouse.errors.ts'
import type { ClickhouseEngine } from '../../adapters/clickhouse/engine.port.ts'
import { withClickhouse } from '../../adapters/database/open-database.ts'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'
import { createTestDatabase } from '../../testing/test-database.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi({ config: { sources: 'live' } })
})
afterAll(() => api.close())

const status = async () => api.request({ method: 'GET', path: '/health/getStatus' })

describe('getStatus works', () => {
  test('returns the state of the library without sign-in', async () => {
    const reply = await status()
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toEqual({
      status: 'ok',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      now: '2026-11-21T08:00:00.000Z',
      database: api.database.engine === 'embedded' ? 'embedded' : 'postgresql',
      sources: 'live',
      provenance: 'real',
      demoEnded: false,
      documents: 0,
      enrichment: { pending: 0, done: 0, pendingWords: 0 },
    })
  })

  test('documents are counted afresh after two seconds, demo documents never among real ones', async () => {
    await status()
    await api.database.pool.query(
      `insert into source_day (source_id, kind, day, documents) values (1, 1, '2026-11-01', 7), (6, 1, '2026-11-01', 5)`,
    )
    expect((await status()).json()).toMatchObject({ documents: 0 })
    api.clock.set('2026-11-21T08:00:02Z')
    expect((await status()).json()).toMatchObject({ documents: 7, demoEnded: true })
  })
})

describe('a monitor', () => {
  test('sees a process with its database as live and ready', async () => {
    const live = await api.request({ method: 'GET', path: '/health/live' })
    expect([live.statusCode, live.json()]).toEqual([200, { status: 'live' }])
    const ready = await api.request({ method: 'GET', path: '/health/ready' })
    expect([ready.statusCode, ready.json()]).toEqual([
      200,
      {
        status: 'ready',
        parts: expect.arrayContaining([{ name: 'database', milliseconds: expect.any(Number) }]),
      },
    ])
  })

  test('sees which dependency is down, and that the process is still live', async () => {
    const database = await createTestDatabase()
    const stranded = await createTestApi({ database })
    await database.close()
    const ready = await stranded.request({ method: 'GET', path: '/health/ready' })
    expect([ready.statusCode, ready.headers['retry-after']]).toEqual([503, '5'])
    expect(ready.json()).toMatchObject({
      code: 'health.not_ready',
      title: expect.stringContaining('The database does not answer'),
    })
    expect((await stranded.request({ method: 'GET', path: '/health/live' })).statusCode).toBe(200)
    await stranded.app.close()
  })

  test('sees when a separate document store does not answer', async () => {
    let isDown = false
    const remoteStore: ClickhouseEngine = {
      ask: async () => {
        if (isDown) throw new DocumentsUnreachableError(new Error('connection refused'))
        return []
      },
      read: async () => new Uint8Array(),
      insert: async () => {},
      crashed: new Promise(() => {}),
      close: async () => {},
    }
    const far = await createTestApi({ database: withClickhouse(await createTestDatabase(), remoteStore) })
    const ready = await far.request({ method: 'GET', path: '/health/ready' })
    expect(ready.json<Readiness>().parts.map(({ name }) => name)).toEqual(['database', 'documents'])
    isDown = true
    const away = await far.request({ method: 'GET', path: '/health/ready' })
    expect(away.statusCode).toBe(503)
    expect(away.json()).toMatchObject({ title: 'What holds the documents does not answer' })
    await far.close()
  })
})
