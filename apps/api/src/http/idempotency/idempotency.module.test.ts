import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../adapters/database/database.port.ts'
import { createFixedClock } from '../../kernel/clock.ts'
import { CodedError } from '../../kernel/errors.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { createIdempotencyRepository } from './idempotency.repository.ts'
import { maxKeys, runOnce } from './idempotency.module.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
  await database.pool.query(
    "insert into app_user (id, issuer, subject, kind, roles, created_at, seen_at) values ('usr_a', 'i', 's', 'person', '{}', now(), now())",
  )
})
afterAll(() => database.close())

const clock = createFixedClock('2026-11-23T08:00:00Z')
const portfolio = { status: 200, headers: {}, body: '{"id":"pf_a1"}' }
const run = (key: string, answer: () => Promise<typeof portfolio>) =>
  runOnce({ userId: 'usr_a', key, fingerprint: Buffer.from('the same') }, answer, {
    requests: createIdempotencyRepository(database),
    clock,
  })
const fails = (error: Error) => async () => {
  throw error
}

test('replays an internal error without running the request again', async () => {
  let times = 0
  const answer = async () => {
    times += 1
    throw new TypeError('a defect')
  }
  await expect(run('defect', answer)).rejects.toThrow('a defect')
  await expect(run('defect', answer)).rejects.toThrow('The first request with this key failed')
  expect(times).toBe(1)
})

test.each([
  ['refused', new CodedError({ kind: 'conflict', code: 'a.conflict', title: 'No' })],
  ['cut off by its caller', new DOMException('gone', 'AbortError')],
])('a request that was %s may be retried with its key', async (name, error) => {
  await expect(run(name, fails(error))).rejects.toThrow(error)
  expect(await run(name, async () => portfolio)).toEqual({ ...portfolio, isReplay: false })
})

test('stores a thousand keys per person, and refuses further ones without consuming them', async () => {
  await database.pool.query(
    `insert into idempotent_request (user_id, key, fingerprint, begun_at, abandoned_at, status, body)
     select 'usr_a', 'key' || n, '', $1, $1, 200, '{}' from generate_series(1, $2::int) n`,
    [clock.now(), maxKeys],
  )
  await expect(run('one-more', async () => portfolio)).rejects.toMatchObject({ code: 'request.too_many_keys' })
  await database.pool.query("delete from idempotent_request where key like 'key%'")
  expect(await run('one-more', async () => portfolio)).toMatchObject({ isReplay: false })
})
