import type { ContractOperation } from '@auspex/contract'
import { requestArbitrary } from '@auspex/contract/arbitraries'
import { readContractDocument } from '@auspex/contract/file'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../adapters/database/open-database.ts'
import { type LocalPostgres, startLocalPostgres } from '../adapters/database/testing/local-postgres.ts'
import { toTestRequest } from '../testing/fuzz-call.ts'
import { createTestApi, type TestApi } from '../testing/test-api.ts'
import { silentLog } from '../testing/test-database.ts'

describe('database away api', async () => {
  const server = await startLocalPostgres()
  const reason = typeof server === 'string' ? server : null
  if (reason !== null && process.env['CI']) throw new Error(reason)

  describe.skipIf(reason !== null || process.env['TEST_DATABASE_URL'] !== undefined)(
    'a database that goes away',
    () => {
      const postgres = server as LocalPostgres // otherwise the test is skipped
      let api: TestApi
      beforeAll(async () => {
        api = await createTestApi({
          database: await openDatabase({ databaseUrl: postgres.databaseUrl, log: silentLog }),
        })
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

      test('is reported for reads and writes, with when to retry', async () => {
        expect((await write('before')).statusCode).toBe(200)
        await postgres.halt()
        for (const reply of [
          await write('during'),
          await api.request({ method: 'GET', path: '/portfolio', as: 'root' }),
        ]) {
          expect(reply.statusCode).toBe(503)
          expect(reply.headers['retry-after']).toBe('5')
          expect(reply.json()).toMatchObject({
            code: 'database.unreachable',
            title: 'The database cannot be reached',
            detail: 'Nothing was stored. Try again in a few seconds.',
          })
        }
      })

      test('serves requests again once it is back, including the same one with the same key', async () => {
        await postgres.resume()
        expect((await write('during')).statusCode).toBe(200)
        const { items } = (await api.request({ method: 'GET', path: '/portfolio', as: 'root' })).json()
        expect(items.map(({ title }: { title: string }) => title).toSorted()).toEqual(['before', 'during'])
      })

      test('does not claim that nothing was stored if the connection broke midway', async () => {
        const broken = api.database.pool.query('select pg_terminate_backend(pg_backend_pid())')
        await expect(broken).rejects.toMatchObject({
          name: 'DatabaseUnreachableError',
          detail: expect.stringMatching(/^The connection broke while it worked\. Send the request again/),
        })
        expect((await api.database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
      })

      test('is distinguished from one with a full disk', async () => {
        const full = api.database.pool.query(
          `do $$ begin raise exception 'no space left' using errcode = '53100'; end $$`,
        )
        await expect(full).rejects.toMatchObject({
          code: 'database.full',
          detail: expect.stringMatching(/^The change could not be stored/),
        })
      })
    },
  )
})

describe('database read only api', () => {
  const document = readContractDocument()
  const madeAtFirst = new Set(['getMe', 'listJobs', 'listHashtags'])

  // A full disk makes the embedded database refuse changes (25006) but still serve reads. On a native server the setting would reach only one
  // connection of the pool.
  describe.skipIf(process.env['AUSPEX_TEST_ENGINE'] === 'native')('while the database is read-only', () => {
    let api: TestApi
    let operations: ContractOperation[]
    const answers = new Map<string, { status: number; code: string }>()
    const change = { method: 'POST', path: '/portfolio/create', as: 'root', body: { title: 'after' } } as const
    let refused: Awaited<ReturnType<TestApi['request']>>

    beforeAll(async () => {
      api = await createTestApi()
      operations = api.contract.operations.filter(({ id }) => !api.gaps.includes(id))
      // creates what the first request ever creates: the person, the job queue, the videos of the demo
      for (const operation of operations.filter(({ id }) => madeAtFirst.has(id))) await callOperation(operation)
      await api.database.pool.query('set default_transaction_read_only = on')
      for (const operation of operations) {
        const reply = await callOperation(operation)
        const isProblem = reply.statusCode >= 400 && reply.body !== ''
        answers.set(operation.id, { status: reply.statusCode, code: isProblem ? reply.json().code : '' })
      }
      refused = await api.request(change)
      await api.database.pool.query('set default_transaction_read_only = off')
    }, 240_000)
    afterAll(() => api.close())

    function callOperation(operation: ContractOperation) {
      const [call] = fc
        .sample(requestArbitrary(document, operation), { seed: 1, numRuns: 20 })
        .map((request) => toTestRequest(operation, request))
        .filter((each) => each !== null)
      if (call === undefined) throw new Error(`No request can be written for ${operation.id}`)
      return api.request({ as: 'root', ...call })
    }

    test('every read is answered', () => {
      const reads = operations.filter(({ method }) => method.toUpperCase() === 'GET').map(({ id }) => id)
      expect(reads.length).toBeGreaterThan(50)
      expect(reads.filter((id) => answers.get(id)?.code.startsWith('database.'))).toEqual([])
    })

    test('every failure has an error code', () => {
      const unnamed = [...answers].filter(([, { status, code }]) => status === 500 || (status > 500 && code === ''))
      expect(unnamed).toEqual([])
    })

    test('a change is refused with 503 and stored once there is room', async () => {
      expect([refused.statusCode, refused.json()]).toEqual([
        503,
        expect.objectContaining({ code: 'database.read_only' }),
      ])
      expect((await api.request(change)).statusCode).toBe(200)
    })
  })
})
