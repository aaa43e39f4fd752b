import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../adapters/database/database.port.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { ensureSources } from './source-rows.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
  await sql`delete from source`.execute(database.kysely)
})
afterAll(() => database.close())

const rows = async () =>
  (await sql<{ id: number; key: string; complete: boolean }>`select * from source order by id`.execute(database.kysely))
    .rows

describe('the rows of the sources', () => {
  test('are written by the first start, and left by the next', async () => {
    await ensureSources(database)
    const first = await rows()
    expect(first).toContainEqual({ id: 1, key: 'imported', complete: true })
    expect(first).toContainEqual({ id: 11, key: 'lemmy', complete: false })
    await ensureSources(database)
    expect(await rows()).toEqual(first)
  })

  test('are written once by processes that start at the same time', async () => {
    const start = () => ensureSources(database)
    for (let round = 0; round < 40; round += 1) {
      await sql`delete from source`.execute(database.kysely)
      await Promise.all(Array.from({ length: 8 }, start))
    }
    expect(await rows()).toContainEqual({ id: 1, key: 'imported', complete: true })
  })

  test('follow the version about what is held whole', async () => {
    await ensureSources(database, [{ number: 11, key: 'lemmy', holdsAll: true }])
    expect(await rows()).toContainEqual({ id: 11, key: 'lemmy', complete: true })
  })

  test('refuse a number that stands for another source', async () => {
    await expect(ensureSources(database, [{ number: 11, key: 'reddit', holdsAll: false }])).rejects.toThrow(/lemmy/)
    expect(await rows()).toContainEqual({ id: 11, key: 'lemmy', complete: true })
  })

  test('refuse a source that had another number', async () => {
    await expect(ensureSources(database, [{ number: 1_200, key: 'lemmy', holdsAll: false }])).rejects.toThrow(
      /11.*lemmy/,
    )
  })
})
