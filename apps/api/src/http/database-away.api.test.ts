import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LocalPostgres, startLocalPostgres } from '../adapters/database/testing/local-postgres.ts'
import { openDatabase } from '../adapters/database/open-database.ts'
import { createTestApi, type TestApi } from '../testing/test-api.ts'
import { silentLog } from '../testing/test-database.ts'

const server = await startLocalPostgres()
const reason = typeof server === 'string' ? server : null
if (reason !== null && process.env['CI']) throw new Error(reason)

describe.skipIf(reason !== null || process.env['TEST_DATABASE_URL'] !== undefined)('a database that goes away', () => {
  const postgres = server as LocalPostgres // otherwise the test is skipped
  let api: TestApi
  beforeAll(async () => {
    api = await createTestApi({ database: await openDatabase({ databaseUrl: postgres.databaseUrl, log: silentLog }) })
  })
  afterAll(async () => {
    await api.close()
    await postgres.stop()
  })

  const write = (title: string) =>
    api.request({
      method: 'POST',
      path: '/portfolio/create',
      as: 'root',
      body: { title },
      headers: { 'idempotency-key': title },
    })

  test('is named to who writes and who reads, with when to try again', async () => {
    expect((await write('before')).statusCode).toBe(200)
    await postgres.halt()
    for (const reply of [await write('during'), await api.request({ method: 'GET', path: '/portfolio', as: 'root' })]) {
      expect(reply.statusCode).toBe(503)
      expect(reply.headers['retry-after']).toBe('5')
      expect(reply.json()).toMatchObject({
        code: 'database.unreachable',
        title: 'The database cannot be reached',
        detail: 'Nothing was stored. Try again in a few seconds.',
      })
    }
  })

  test('answers again once it is back, also the same request with the same key', async () => {
    await postgres.resume()
    expect((await write('during')).statusCode).toBe(200)
    const { items } = (await api.request({ method: 'GET', path: '/portfolio', as: 'root' })).json()
    expect(items.map(({ title }: { title: string }) => title).toSorted()).toEqual(['before', 'during'])
  })

  test('does not promise that nothing was stored when the connection broke in the middle', async () => {
    const broken = api.database.pool.query('select pg_terminate_backend(pg_backend_pid())')
    await expect(broken).rejects.toMatchObject({
      name: 'DatabaseUnreachableError',
      detail: expect.stringMatching(/^The connection broke while it worked\. Send the request again/),
    })
    expect((await api.database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  test('is told apart from one whose disk is full', async () => {
    const full = api.database.pool.query(`do $$ begin raise exception 'no space left' using errcode = '53100'; end $$`)
    await expect(full).rejects.toMatchObject({
      code: 'database.full',
      detail: expect.stringMatching(/^The change could not be stored/),
    })
  })
})
