import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../../adapters/database/database.port.ts'
import { createTestDatabase } from '../../../testing/test-database.ts'
import { entitiesByPrefix, termsByPrefix } from './prefix-search.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

/** The plan that the database would use if reading a small table in full were not cheaper still. */
async function planOf(query: RawBuilder<unknown>): Promise<string> {
  return database.kysely.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(trx)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
}

describe('searches by prefix are quick', () => {
  test('both searches walk a range of their index', async () => {
    const search = { prefix: 'oat', demo: false, limit: 10 }
    expect(await planOf(entitiesByPrefix(search))).toMatch(/entity_prefix[\s\S]*Index Cond: .*>= 'oat'/)
    expect(await planOf(termsByPrefix(search))).toMatch(/term_background_prefix[\s\S]*Index Cond: .*>= 'oat'/)
  })
})
