import { expect, it } from 'vitest'
import type { Database } from '../adapters/database/database.port.ts'
import { createTestDatabase } from './test-database.ts'

const dumpTables = `
  select relname as name, relpages, reltuples, pg_relation_size(oid) as bytes,
    query_to_xml(format('table %s', oid::regclass), true, false, '')::text as rows
  from pg_class where oid >= 16384 and relkind in ('r', 'S') and relnamespace <> 'pg_toast'::regnamespace order by relname`
const dumpSettings = `select name, setting from pg_settings where name not like 'transaction%' order by name`
const dumpStatistics = `select starelid from pg_statistic where starelid >= 16384`

async function dump({ pool }: Database): Promise<unknown[]> {
  const texts = [
    dumpTables,
    dumpSettings,
    dumpStatistics,
    'select rolname from pg_roles',
    "select * from pg_locks where locktype = 'advisory'",
  ]
  const dumps = []
  for (const text of texts) dumps.push((await pool.query(text)).rows)
  return dumps
}

it('gives every test file a pristine database, whatever the previous one stored and set', async () => {
  const first = await createTestDatabase()
  const asNew = await dump(first)
  await first.pool.query(`insert into organization (id, name, created_at) values ('org', 'Org', now())`)
  await first.pool.query(`update library set documents_in = 'clickhouse'`)
  await first.pool.query(`delete from words_reading`)
  await first.pool.query(`select nextval('outlet_id_seq'), pg_advisory_lock(7)`)
  await first.pool.query(`set work_mem = '64kB'`)
  await first.pool.query('analyze')
  expect(await dump(first)).not.toEqual(asNew)
  await first.close()

  const second = await createTestDatabase()
  expect(await dump(second)).toEqual(asNew)
  await second.close()
})

it('gives no test file the tables of another', async () => {
  const first = await createTestDatabase()
  await first.pool.query('create table left_behind (id int)')
  await first.close()
  const second = await createTestDatabase()
  expect((await second.pool.query(`select to_regclass('left_behind') as name`)).rows).toEqual([{ name: null }])
  await second.close()
})

it('rejects queries after a file closed its database, although another file uses the engine', async () => {
  const first = await createTestDatabase()
  await first.close()
  const second = await createTestDatabase()
  await expect(first.pool.query('select 1')).rejects.toThrow('after calling end')
  await expect(
    first.kysely
      .selectFrom('library' as never)
      .selectAll()
      .execute(),
  ).rejects.toThrow('after calling end')
  await second.close()
})
