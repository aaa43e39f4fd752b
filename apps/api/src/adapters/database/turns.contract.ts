import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runAs } from '../../kernel/work.ts'
import type { Database } from './database.port.ts'

/** Takes minutes of comparing words on any engine, in the form of a report's query. */
const costly = sql<{ n: number }>`select count(*)::int as n from turn_note a, turn_note b, generate_series(1, 100)
  where case when (b.id & 15 <> 0 or clock_timestamp() is not null) then a.words @@ 'a <-> b & c <-> d & !x'::tsquery end`

/** The contract of every engine with many concurrent callers. Call inside a `describe`. */
export function turnsContract(open: () => Promise<Database>): void {
  let database: Database
  beforeAll(async () => {
    database = await open()
    await database.pool.query('create table turn_note (id integer primary key, words tsvector)')
    await database.pool.query(
      `insert into turn_note select i, '''a'':1 ''b'':2 ''c'':3 ''d'':4'::tsvector from generate_series(1, 4000) i`,
    )
  })
  afterAll(async () => {
    await database.pool.query('drop table turn_note')
    await database.close()
  })

  const analyse = (owner: string, signal: AbortSignal, statement: RawBuilder<{ n: number }> = costly) =>
    runAs({ owner, signal, tenant: null }, () => statement.execute(database.analysis))

  test('an analysis statement ends when its caller disconnects, without affecting the next one', async () => {
    const caller = new AbortController()
    const running = analyse('mira', caller.signal)
    await database.pool.query('select 1') // begins after the statement above, or preempts it
    caller.abort(new Error('hung up'))
    await expect(running).rejects.toThrow('hung up')
    const { rows } = await analyse('mira', new AbortController().signal, sql`select count(*)::int as n from turn_note`)
    expect(rows).toEqual([{ n: 4000 }])
  })

  test('a caller who disconnects while waiting is not served', async () => {
    const first = new AbortController()
    const second = new AbortController()
    const running = [analyse('mira', first.signal), analyse('mira', first.signal), analyse('mira', second.signal)]
    second.abort(new Error('hung up early'))
    await expect(running[2]).rejects.toThrow('hung up early')
    first.abort(new Error('hung up'))
    await expect(Promise.allSettled(running)).resolves.toMatchObject(running.map(() => ({ status: 'rejected' })))
  })

  test('requests, and a short analysis of another person, are served while twenty analyses run', async () => {
    const hostile = new AbortController()
    const running = Array.from({ length: 20 }, () => analyse('mallory', hostile.signal))
    await Promise.all(
      Array.from({ length: 10 }, () => database.pool.query('select count(*) from turn_note where id < 10')),
    )
    const { rows } = await analyse('mira', new AbortController().signal, sql`select count(*)::int as n from turn_note`)
    expect(rows).toEqual([{ n: 4000 }])
    hostile.abort(new Error('enough'))
    await expect(Promise.allSettled(running)).resolves.toMatchObject(
      running.map(() => ({ reason: { message: 'enough' } })),
    )
  })

  test('a statement of several slices finishes despite constant load', async () => {
    const long = sql<{ n: number }>`select count(*)::int as n from turn_note a, turn_note b
      where b.id <= 300 and case when (b.id & 15 <> 0 or clock_timestamp() is not null) then a.words @@ 'a <-> b & c <-> d & !x'::tsquery end`
    const end = new AbortController()
    const analysis = analyse('mira', new AbortController().signal, long).finally(() => end.abort())
    const queryRepeatedly = async (): Promise<void> => {
      await database.pool.query('select 1')
      await new Promise(setImmediate)
      if (!end.signal.aborted) await queryRepeatedly()
    }
    await queryRepeatedly()
    expect((await analysis).rows).toEqual([{ n: 1_200_000 }])
  })

  test('a transaction keeps its turn until it ends', async () => {
    const counted = database.kysely.transaction().execute(async (trx) => {
      await sql`insert into turn_note values (5000, '')`.execute(trx)
      await sql`delete from turn_note where id = 5000`.execute(trx)
      return 'done'
    })
    await expect(counted).resolves.toBe('done')
  })

  test('a failed block of statements leaves neither rows nor an open transaction', async () => {
    const block = "begin; insert into turn_note values (6000, ''); select 1 / 0; commit"
    await expect(database.pool.query(block)).rejects.toThrow('division by zero')
    const { rows } = await database.pool.query('select count(*)::int as n from turn_note where id = 6000')
    expect(rows).toEqual([{ n: 0 }])
  })
}
