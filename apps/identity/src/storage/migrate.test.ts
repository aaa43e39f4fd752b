import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../testing/test-database.ts'
import { migrate } from './migrate.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>

beforeAll(async () => {
  database = await openTestDatabase()
})

afterAll(() => database.close())

test('migrating applies each file once, and can be repeated safely', async () => {
  expect(await migrate(database)).toContain('0001_accounts.sql')
  expect(await migrate(database)).toEqual([])
  await database.query(`insert into oidc_revoked_jti (jti, expires_at) values ('kept', now())`)
  await database.query('delete from oidc_migration')
  expect(await migrate(database)).toContain('0001_accounts.sql')
  expect((await database.query('select jti from oidc_revoked_jti')).rows).toEqual([{ jti: 'kept' }])
})
