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

test('tables of an early development version are refused and stay as they are', async () => {
  await database.query('drop schema public cascade; create schema public')
  await database.query(`create table oidc_migration (name text primary key, applied_at timestamptz not null default now());
    insert into oidc_migration (name) values ('0001_identity.sql'); create table account (id text)`)
  await expect(migrate(database)).rejects.toThrow('made by an early development version')
  expect((await database.query('select name from oidc_migration')).rows).toEqual([{ name: '0001_identity.sql' }])
  expect((await database.query('select * from pg_tables where schemaname = $1', ['public'])).rows).toHaveLength(2)
})
