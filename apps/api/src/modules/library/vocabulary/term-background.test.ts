import type { Database } from '../../../adapters/database/database.port.ts'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../../testing/test-database.ts'
import { entitiesByPrefix, termsByPrefix } from './prefix-search.ts'
import { createTermBackground } from './term-background.ts'

describe('term background', () => {
  let database: Database
  beforeAll(async () => {
    database = await createTestDatabase()
    await database.pool.query(
      "insert into term_background (term, demo, documents) values ('oat', false, 40), ('milk', false, 90), ('oat', true, 3)",
    )
  })
  afterAll(() => database.close())

  const ofReal = { demo: false, count: '100 of 800' }

  test('demo and real documents are counted separately, and a word in no document has no count', async () => {
    const background = createTermBackground(database)
    expect(await background.find(['oat', 'milk', 'constructor'], ofReal)).toEqual(
      new Map([
        ['oat', 40],
        ['milk', 90],
      ]),
    )
    expect(await background.find(['oat', 'milk'], { demo: true, count: '5 of 40' })).toEqual(new Map([['oat', 3]]))
  })

  test('frequent words are known before they are looked up', async () => {
    const background = createTermBackground(database)
    await background.prefetch()
    await database.pool.query("update term_background set documents = 91 where term = 'milk' and not demo")
    expect(await background.find(['milk'], { demo: false, count: '0 of 0' })).toEqual(new Map([['milk', 90]]))
    await database.pool.query("update term_background set documents = 90 where term = 'milk' and not demo")
  })

  test('counts are cached until the library is recounted', async () => {
    const background = createTermBackground(database)
    await background.find(['oat', 'barista'], ofReal)
    await database.pool.query("update term_background set documents = 41 where term = 'oat' and not demo")
    await database.pool.query("insert into term_background (term, demo, documents) values ('barista', false, 7)")
    expect(await background.find(['oat', 'barista'], ofReal)).toEqual(new Map([['oat', 40]]))
    const counted = new Map([
      ['oat', 41],
      ['barista', 7],
    ])
    expect(await background.find(['oat', 'barista'], { demo: false, count: '110 of 880' })).toEqual(counted)
  })
})

describe('prefix search', () => {
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

  describe('prefix searches use an index', () => {
    test('both searches scan an index range', async () => {
      const search = { prefix: 'oat', demo: false, limit: 10 }
      expect(await planOf(entitiesByPrefix(search))).toMatch(/entity_prefix[\s\S]*Index Cond: .*>= 'oat'/)
      expect(await planOf(termsByPrefix(search))).toMatch(/term_background_prefix[\s\S]*Index Cond: .*>= 'oat'/)
    })
  })
})
