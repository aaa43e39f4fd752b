import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../../adapters/database/database.port.ts'
import { runOnce } from '../../../adapters/jobs/testing/run-once.ts'
import { createFixedClock } from '../../../kernel/clock.ts'
import { createLogger } from '../../../kernel/logger.ts'
import { createTestDatabase } from '../../../testing/test-database.ts'
import { createZeusReportsJobs } from './zeus-reports.module.ts'
import { createZeusReportsRepository } from './zeus-reports.repository.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

test('a deleted report whose links cannot be ended stays until they can, and the others are purged', async () => {
  const repository = createZeusReportsRepository(database)
  await database.pool.query(
    `insert into zeus_report (id, owner_id, revision, title, contents, signal_ids, selected_messages, created_at, updated_at, deleted_at)
     select id, 'usr_1', 1, 'Foam', 'Foam', '[]', '[]', at, at, at from unnest(array['zrp_a', 'zrp_b', 'zrp_c']) id, (select '2026-09-01T00:00:00Z'::timestamptz as at) then_`,
  )
  const ended: string[] = []
  let isDamaged = true
  const jobs = createZeusReportsJobs({
    repository,
    whenGone: async (id) => {
      if (isDamaged && id === 'zrp_a') throw new Error('its links cannot be ended')
      ended.push(id)
    },
    clock: createFixedClock('2026-11-21T08:00:00Z'),
    log: createLogger('silent'),
  })
  const left = async () =>
    (await database.pool.query<{ id: string }>('select id from zeus_report')).rows.map(({ id }) => id)
  await runOnce(jobs)
  expect(ended).toEqual(['zrp_b', 'zrp_c'])
  expect(await left()).toEqual(['zrp_a'])
  isDamaged = false
  await runOnce(jobs)
  expect(ended).toEqual(['zrp_b', 'zrp_c', 'zrp_a'])
  expect(await left()).toEqual([])
})
