import { sourceRows } from '@auspex/sources'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../adapters/database/database.port.ts'
import { describeOnPostgres } from '../../adapters/database/testing/describe-on-postgres.ts'
import { openDatabase } from '../../adapters/database/open-database.ts'
import { createTestDatabase, silentLog } from '../../testing/test-database.ts'
import { ensureSources } from './documents.module.ts'

function sourceRowsSuite(open: () => Promise<Database>): void {
  let database: Database
  beforeAll(async () => {
    database = await open()
    await sql`delete from source`.execute(database.kysely)
  })
  afterAll(() => database.close())

  const rows = async () =>
    (
      await sql<{ id: number; key: string; complete: boolean }>`select * from source order by id`.execute(
        database.kysely,
      )
    ).rows

  test('are written by the first start and unchanged by the next', async () => {
    await ensureSources(database)
    const first = await rows()
    expect(first).toContainEqual({ id: 1, key: 'imported', complete: true })
    expect(first).toContainEqual({ id: 11, key: 'lemmy', complete: false })
    await ensureSources(database)
    expect(await rows()).toEqual(first)
  })

  test('follow the version in which sources are complete', async () => {
    await ensureSources(database, [{ number: 11, key: 'lemmy', holdsAll: true }])
    expect(await rows()).toContainEqual({ id: 11, key: 'lemmy', complete: true })
  })

  test('refuse a number that belongs to another source', async () => {
    await ensureSources(database, [{ number: 11, key: 'lemmy', holdsAll: true }])
    await expect(ensureSources(database, [{ number: 11, key: 'reddit', holdsAll: false }])).rejects.toThrow(/lemmy/)
    expect(await rows()).toContainEqual({ id: 11, key: 'lemmy', complete: true })
  })

  test('refuse a source that had another number', async () => {
    await ensureSources(database, [{ number: 11, key: 'lemmy', holdsAll: true }])
    await expect(ensureSources(database, [{ number: 1_200, key: 'lemmy', holdsAll: false }])).rejects.toThrow(
      /11.*lemmy/,
    )
  })
}

describe('the rows of the sources', () => {
  sourceRowsSuite(createTestDatabase)
})
await describeOnPostgres('the rows of the sources on a native PostgreSQL', sourceRowsSuite)

// the embedded engine runs one statement at a time
await describeOnPostgres('the rows of the sources, on a PostgreSQL that several processes open', (_, databaseUrl) => {
  test('are written once by processes that start at the same time', async () => {
    const open = () => openDatabase({ databaseUrl, log: silentLog })
    const first = await open()
    const processes = [first, await open(), await open(), await open()]
    for (let round = 0; round < 200; round += 1) {
      await sql`delete from source`.execute(first.kysely)
      await Promise.all(processes.map((database) => ensureSources(database)))
    }
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from source`.execute(first.kysely)
    expect(rows).toEqual([{ n: sourceRows.length }])
    await Promise.all(processes.map((database) => database.close()))
  })
})
