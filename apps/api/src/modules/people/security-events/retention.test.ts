import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../../adapters/database/database.port.ts'
import { createTestDatabase } from '../../../testing/test-database.ts'
import { sweepSecurityEvents } from './security-events.module.ts'
import { createSecurityEventsRepository } from './security-events.repository.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

test('the log keeps 180 days, and the newest events of each name', async () => {
  await sql`
    insert into security_event (id, at, name, severity, occurrences, facts)
    select 'sev_' || n, timestamptz '2026-05-01T00:00:00Z' + n * interval '1 hour', case when n % 5 = 0 then 'role.refused' else 'sign-in.failed' end, 'warning', 1, '{}'
    from generate_series(1, 4800) n`.execute(database.kysely)
  const repository = createSecurityEventsRepository(database)
  const now = new Date('2026-11-21T08:00:00Z')
  const sweep = (isStopping: boolean) =>
    sweepSecurityEvents({ repository, now, newest: 3_000, isStopping: () => isStopping })
  await sweep(true)
  const read = async () =>
    (
      await sql<{ name: string; events: number; first: Date; last: Date }>`
        select name, count(*)::int as events, min(at) as first, max(at) as last from security_event group by name order by name`.execute(
        database.kysely,
      )
    ).rows
  expect((await read()).map(({ events }) => events)).toEqual([960, 3840])
  await sweep(false)
  const [refused, failed] = await read()
  expect(refused?.events).toBeLessThan(960)
  expect(refused?.first).toEqual(new Date('2026-05-25T09:00:00Z'))
  expect(failed?.events).toBe(3_000)
  expect(failed?.last).toEqual(new Date(new Date('2026-05-01T00:00:00Z').getTime() + 4799 * 3_600_000))
})
