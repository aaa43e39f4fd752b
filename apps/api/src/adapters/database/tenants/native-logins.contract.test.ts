import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runAs, type Tenant } from '../../../kernel/work.ts'
import { silentLog } from '../../../testing/test-database.ts'
import type { Database } from '../database.port.ts'
import { openDatabase } from '../open-database.ts'
import { describeOnPostgres } from '../testing/describe-on-postgres.ts'

const at = '2026-11-21T08:00:00Z'
const mira = { userId: 'usr_mira', organizationId: 'org_northwind' }
const ana = { userId: 'usr_ana', organizationId: 'org_contoso' }

/** A separate database, opened by a login with these attributes, that has a search of each person. */
async function openAs(server: Database, databaseUrl: string, attributes: string): Promise<Database> {
  const name = `tenants_${randomUUID().replaceAll('-', '')}`
  await server.pool.query(`create role ${name} login ${attributes}`)
  await server.pool.query(`create database ${name} owner ${name}`)
  const url = databaseUrl.replace('postgres@/postgres?', `${name}@/${name}?`)
  const database = await openDatabase({ databaseUrl: url, log: silentLog })
  for (const { userId } of [mira, ana])
    await database.pool.query(
      `insert into recent_search (id, user_id, signal_id, echo, folded, searched_at) values ($1, $2, 'sig_1', '{}', '', $3)`,
      [`rs_${userId}`, userId, at],
    )
  return database
}

await describeOnPostgres('row-level security of a native PostgreSQL', (open, databaseUrl) => {
  let server: Database
  beforeAll(async () => {
    server = await open()
  })
  afterAll(() => server.close())

  test.each([
    ['that owns its tables', 'nosuperuser nocreaterole'],
    ['that is a superuser', 'superuser'],
    ['that may pass by policies and make roles', 'nosuperuser bypassrls createrole'],
  ])("restricts a login %s to the tenant, and does not restrict the server's own work", async (_, attributes) => {
    const database = await openAs(server, databaseUrl, attributes)
    const people = async (tenant: Tenant | null) => {
      const { rows } = await runAs({ owner: 'somebody', signal: null, tenant }, () =>
        database.pool.query<{ user_id: string }>('select user_id from recent_search order by user_id'),
      )
      return rows.map((row) => row.user_id)
    }
    try {
      expect(await people(mira)).toEqual(['usr_mira'])
      expect(await people(ana)).toEqual(['usr_ana'])
      expect(await people(null)).toEqual(['usr_ana', 'usr_mira'])
    } finally {
      await database.close()
    }
  })
})
