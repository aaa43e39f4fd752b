import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi({ config: { sources: 'live' } })
})
afterAll(() => api.close())

const status = async () => api.request({ method: 'GET', path: '/health/getStatus' })

describe('getStatus works', () => {
  test('nobody needs to be signed in to learn what the service stands on', async () => {
    const reply = await status()
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toEqual({
      status: 'ok',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      now: '2026-11-21T08:00:00.000Z',
      database: api.database.engine === 'embedded' ? 'embedded' : 'postgresql',
      sources: 'live',
      provenance: 'real',
      documents: 0,
      enrichment: { pending: 0, done: 0 },
    })
  })

  test('documents are counted afresh after two seconds, demo documents never among real ones', async () => {
    await status()
    await api.database.pool.query(
      `insert into source_day (source_id, kind, day, documents) values (1, 1, '2026-11-01', 7), (6, 1, '2026-11-01', 5)`,
    )
    expect((await status()).json()).toMatchObject({ documents: 0 })
    api.clock.set('2026-11-21T08:00:02Z')
    expect((await status()).json()).toMatchObject({ documents: 7 })
  })
})
