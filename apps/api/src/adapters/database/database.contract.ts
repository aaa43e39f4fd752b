import type { Database } from './database.port.ts'
import { sql } from 'kysely'
import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate, migrationsFolder } from './migrate.ts'

/** The contract of every engine, so that one SQL text works on all. Call inside a `describe`. */
export function databaseContract(open: () => Promise<Database>): void {
  let database: Database
  beforeAll(async () => {
    database = await open()
    await database.pool.query('create table contract_note (id bigint primary key, words tsvector, marks int[])')
  })
  afterAll(async () => {
    await database.pool.query('drop table if exists contract_note, contract_growth')
    await database.close()
  })

  test('has applied every migration file, and applies none twice', async () => {
    const files = readdirSync(migrationsFolder).filter((name) => name.endsWith('.sql'))
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
      database.kysely,
    )
    expect(rows.map((row) => `${row.name}.sql`)).toEqual(files.toSorted())
    expect(await migrate(database.kysely)).toEqual([])
  })

  test.each([
    ['an early development version', '0001_people', '0001_users', /early development version.*empty folder.*export/],
    ['a newer version', '0014_http', '9999_later', /newer version of Auspex \(9999_later\)/],
  ])('refuses tables of %s, and changes nothing', async (_whose, name, other, sentence) => {
    const renameMigration = (from: string, to: string) =>
      database.pool.query('update kysely_migration set name = $2 where name = $1', [from, to])
    const read = async () => (await database.pool.query('select * from kysely_migration order by name')).rows
    await renameMigration(name, other)
    const before = await read()
    await expect(migrate(database.kysely)).rejects.toThrow(sentence)
    expect(await read()).toEqual(before)
    await renameMigration(other, name)
  })

  test('returns 64-bit ids as exact text, days as text and arrays as arrays', async () => {
    const { rows } = await database.pool.query(
      `select 9223372036854775807::int8 as id, date '2020-02-29' as day, '{1,2}'::int[] as marks,
              timestamptz '2020-02-29T23:30:00Z' as at, 0.5::real as tone, 3::int as n`,
    )
    expect(rows).toEqual([
      {
        id: '9223372036854775807',
        day: '2020-02-29',
        marks: [1, 2],
        at: new Date('2020-02-29T23:30:00Z'),
        tone: 0.5,
        n: 3,
      },
    ])
  })

  test('matches tokens created elsewhere, with positions and weights', async () => {
    await database.pool.query(`insert into contract_note values (1, '''oat'':1A ''milk'':2A ''co-op'':7', '{}')`)
    const count = async (query: string) =>
      (await database.pool.query('select id from contract_note where words @@ $1::tsquery', [query])).rowCount
    expect(await count(`'oat' <-> 'milk'`)).toBe(1)
    expect(await count(`'milk' <-> 'oat'`)).toBe(0)
    expect(await count(`'co-op' & !'tea'`)).toBe(1)
  })

  test('rolls back everything when a transaction fails', async () => {
    const failing = database.kysely.transaction().execute(async (trx) => {
      await sql`insert into contract_note values (50, '', '{}')`.execute(trx)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect((await database.pool.query('select 1 from contract_note where id = 50')).rowCount).toBe(0)
  })

  test('loses none of twenty concurrent increments', async () => {
    await database.pool.query(`insert into contract_note values (60, '', '{0}')`)
    await Promise.all(
      Array.from({ length: 20 }, () =>
        database.kysely.transaction().execute(async (trx) => {
          const { rows } = await sql<{
            n: number
          }>`select marks[1] as n from contract_note where id = 60 for update`.execute(trx)
          await sql`update contract_note set marks = array[${(rows[0]?.n ?? 0) + 1}::int] where id = 60`.execute(trx)
        }),
      ),
    )
    expect((await database.pool.query('select marks from contract_note where id = 60')).rows).toEqual([{ marks: [20] }])
  })

  test('does not mix up the results of concurrent connections', async () => {
    const answers = await Promise.all(
      Array.from(
        { length: 200 },
        async (_, n) => (await database.pool.query('select $1::text as said', [`${n}`])).rows[0].said,
      ),
    )
    expect(answers).toEqual(Array.from({ length: 200 }, (_, n) => `${n}`))
  })

  test('does not mix up concurrent statements of different shapes, inside or outside transactions', async () => {
    const runStatement = async (n: number): Promise<unknown> => {
      if (n % 3 === 0)
        return (await database.pool.query('select $1::int as n, $2::text as said', [n, 'words'])).rows[0].n
      if (n % 3 === 1) return (await database.pool.query('select $1::int as n', [n])).rows[0].n
      return database.kysely
        .transaction()
        .execute(async (trx) => (await sql<{ n: number }>`select ${n}::int as n`.execute(trx)).rows[0]?.n)
    }
    for (let round = 0; round < 5; round++) {
      const numbers = Array.from({ length: 50 }, (_, n) => n)
      expect(await Promise.all(numbers.map(runStatement))).toEqual(numbers)
    }
  })

  test('continues after an invalid statement', async () => {
    await expect(database.pool.query('select no_such_column')).rejects.toThrow('no_such_column')
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  test('updates the statistics only of a table that has grown by a tenth', async () => {
    await database.pool.query('create table contract_growth (n int) with (autovacuum_enabled = false)')
    const insert = (rows: number) =>
      database.pool.query('insert into contract_growth select generate_series(1, $1::int)', [rows])
    const rowsOfStatistics = async () => {
      await database.maintain(['contract_growth'])
      const { rows } = await database.pool.query<{ n: number }>(
        `select reltuples::int as n from pg_class where oid = 'contract_growth'::regclass`,
      )
      return rows[0]?.n
    }
    await insert(50_000)
    expect(await rowsOfStatistics()).toBe(50_000)
    await insert(1_000)
    expect(await rowsOfStatistics()).toBe(50_000)
    await insert(9_000)
    expect(await rowsOfStatistics()).toBe(60_000)
  })
}
