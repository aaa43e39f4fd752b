import type { UserProfile } from '@auspex/sdk/types'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../adapters/database/database.port.ts'
import { type Tenant, runAs, strangers } from '../kernel/work.ts'
import { createProposingAnalyst } from '../modules/zeus/testing/scripted-analyst.ts'
import { createOwnedThings, everyRequest, sendRequest } from '../testing/owned-things.ts'
import type { PersonName } from '../testing/people.ts'
import { type TestApi, createTestApi } from '../testing/test-api.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { createKysely } from '../adapters/database/pool.ts'
import type { TurnPool } from '../adapters/database/turns/turn-pool.ts'

/** Every table that has policies; docs/decisions/tenancy.md explains why others have none. */
const guardedTables = [
  'comment',
  'comment_change',
  'comment_mention',
  'context_space',
  'destination',
  'destination_test',
  'digest',
  'digest_destination',
  'export',
  'export_chunk',
  'feed_key',
  'image',
  'monitor',
  'monitor_destination',
  'personal_access_token',
  'portfolio',
  'portfolio_trend',
  'project',
  'project_portfolio',
  'project_visit',
  'query_check',
  'query_check_document',
  'recent_search',
  'saved_story',
  'share_link',
  'story_card',
  'story_version',
  'trends_subscription',
]

let database: Database
let api: TestApi
let ownedIds: Record<string, string> = {}
const tenants = new Map<PersonName, Tenant>()

beforeAll(async () => {
  database = await createTestDatabase()
  api = await createTestApi({
    analyst: createProposingAnalyst(),
    database: withoutFirstLine(database, guardedTables),
    jobs: true,
    config: { sources: 'live' },
  })
  ownedIds = (await createOwnedThings(api)).ownedIds
  await api.request({
    method: 'POST',
    path: '/explore/saveRecentSearch',
    as: 'mira',
    body: { query_term: 'oat milk' },
  })
  await api.request({ method: 'GET', path: `/project/${ownedIds['projects']}/dashboard`, as: 'mira' })
  for (const person of ['mira', 'jon', 'ana'] as const) {
    const { profile } = (await api.request({ method: 'GET', path: '/users/me', as: person })).json<UserProfile>()
    const { rows } = await database.pool.query<{ organization_id: string }>(
      'select organization_id from app_user where id = $1',
      [profile.id],
    )
    tenants.set(person, { userId: profile.id, organizationId: rows[0]?.organization_id ?? null })
  }
})
afterAll(async () => api.close())

const tenantOf = (person: PersonName) => tenants.get(person) ?? strangers
const actAs = <T>(tenant: Tenant | null, task: () => Promise<T>) =>
  runAs({ owner: 'somebody', signal: null, tenant }, task)
const count = async (table: string) =>
  (await database.pool.query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]?.n ?? 0

describe('a statement without a tenant condition', () => {
  test("is restricted in every table with people's data", async () => {
    const { rows } = await database.pool.query<{ relname: string }>(
      `select relname from pg_class where relrowsecurity and relforcerowsecurity order by relname`,
    )
    expect(rows.map(({ relname }) => relname)).toEqual(guardedTables)
  })

  test.each(guardedTables)('reads from %s only rows of the tenant, and none for outsiders', async (table) => {
    const all = await actAs(null, () => count(table))
    expect(all).toBeGreaterThan(0)
    expect(await actAs(tenantOf('mira'), () => count(table))).toBe(all)
    expect(await actAs(tenantOf('ana'), () => count(table))).toBe(0)
    expect(await actAs(strangers, () => count(table))).toBe(0)
  })

  test('reads only those rows of a colleague that the organization may see', async () => {
    const seen: string[] = []
    for (const table of guardedTables) if ((await actAs(tenantOf('jon'), () => count(table))) > 0) seen.push(table)
    expect(seen).toEqual(['image', 'share_link'])
  })

  test('is restricted in transactions, before and after a failed one, without affecting the next person', async () => {
    const inTransaction = (table: string) =>
      database.kysely
        .transaction()
        .execute(
          async (trx) =>
            (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(trx)).rows[0]?.n,
        )
    expect(await actAs(tenantOf('ana'), () => inTransaction('portfolio'))).toBe(0)
    await expect(actAs(tenantOf('mira'), () => database.pool.query('select 1 / 0 from portfolio'))).rejects.toThrow(
      'division by zero',
    )
    expect(await actAs(tenantOf('mira'), () => inTransaction('portfolio'))).toBe(1)
    expect(await actAs(null, () => inTransaction('portfolio'))).toBe(1)
    const { rows } = await database.pool.query<{ login: string; is_bound: boolean }>(
      `select current_user = session_user as login, coalesce(current_setting('auspex.user_id', true), '') <> '' as is_bound`,
    )
    expect(rows).toEqual([{ login: true, is_bound: false }])
  })

  test('changes and deletes nothing of other people', async () => {
    const ana = tenantOf('ana')
    for (const statement of [
      `update portfolio set title = 'taken'`,
      `update saved_story set owner_id = '${ana.userId}'`,
      'delete from share_link',
      'delete from project',
      'delete from image',
    ])
      expect([statement, (await actAs(ana, () => database.pool.query(statement))).rowCount]).toEqual([statement, 0])
  })

  test('inserts nothing into another organization', async () => {
    const foreign = `insert into portfolio (id, organization_id, user_id, title, created_at, updated_at)
      select 'pf_foreign', $1, $2, 'foreign', now(), now()`
    const owner = tenantOf('mira')
    await expect(
      actAs(tenantOf('ana'), () => database.pool.query(foreign, [owner.organizationId, owner.userId])),
    ).rejects.toThrow('row-level security')
  })

  test.each(['ana', 'jon'] as const)('answers %s in every operation as if there were no data', async (as) => {
    const calledOperations: string[] = []
    for (const each of everyRequest(api, (name) => ownedIds[name] ?? '')) {
      const { operation, collection } = each
      // collections that colleagues may see, that have no policies, or that only importers can access
      if (as === 'jon' && ['images', 'sharedItems', 'shareLinks', 'workflows'].includes(collection)) continue
      if (['searches', 'imports', 'inboxMessages', 'hashtagImports'].includes(collection)) continue
      expect([operation, (await sendRequest(api, each, as)).statusCode]).toEqual([operation, 404])
      calledOperations.push(operation)
    }
    expect(calledOperations.length).toBeGreaterThan(25)
  })

  test.each([
    '/recentSearches',
    '/contextSpaces',
    '/explore/getMonitorSubscriptions',
    '/explore/getGlobalTrendsSubscriptions',
    '/digests',
    '/feedKeys',
    '/portfolio',
    '/portfolio/getPortfolios',
    '/portfolio/topic',
    '/project',
    '/stories',
    '/shareLinks',
  ])('lists at %s nothing to another organization, and everything to the owner', async (path) => {
    const list = async (as: PersonName) =>
      (await api.request({ method: 'GET', path, as })).json<{ items: unknown[] }>().items.length
    expect(await list('ana')).toBe(0)
    expect(await list('mira')).toBeGreaterThan(0)
  })

  // last, because it removes the policies too
  test('would expose everything without the row policies', async () => {
    for (const table of guardedTables)
      await database.pool.query(`alter table ${table} disable row level security, no force row level security`)
    for (const path of [`/portfolio/${ownedIds['portfolios']}`, `/contextSpaces/${ownedIds['contextSpaces']}`])
      expect((await api.request({ method: 'GET', path, as: 'ana' })).statusCode).toBe(200)
  })
})

const condition =
  /((?:"?\w+"?\.)?"?(?:user_id|owner_id|maker_id|organization_id)"? (?:=|is not distinct from) \$\d+(?:::text)?)/g

/** Simulates repositories that forgot to restrict these tables to their caller's rows. */
function withoutFirstLine(guarded: Database, tables: readonly string[]): Database {
  const names = new RegExp(`\\b(?:${tables.join('|')})\\b`)
  const forget = (text: string) => (names.test(text) ? text.replaceAll(condition, '(true or $1)') : text)
  const turns = guarded.pool as TurnPool // both engines have it
  const pool: TurnPool = {
    ...turns,
    connect: async (workload) => {
      const client = await turns.connect(workload)
      return {
        query: (text, values) => client.query(forget(text), values),
        release: (destroy) => client.release(destroy),
      }
    },
    query: (text, values) => turns.query(forget(text), values),
  }
  return { ...guarded, pool, kysely: createKysely(pool, 'interactive'), analysis: createKysely(pool, 'analysis') }
}
