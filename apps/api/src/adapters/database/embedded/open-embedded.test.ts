import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { silentLog } from '../../../testing/test-database.ts'
import { DataFolderInUseError } from '../database.errors.ts'
import { openDatabase } from '../open-database.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'auspex-data-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('an embedded data folder', () => {
  test('keeps its rows over a restart, and is refused while open', async () => {
    const first = await openDatabase({ dataDir: folder, log: silentLog })
    await first.pool.query(`insert into outlet (name) values ('example.org')`)
    await expect(openDatabase({ dataDir: folder, log: silentLog })).rejects.toThrow(DataFolderInUseError)
    await first.close()
    const second = await openDatabase({ dataDir: folder, log: silentLog })
    expect((await second.pool.query('select name from outlet')).rows).toEqual([{ name: 'example.org' }])
    await second.close()
  }, 60_000)

  test('opens below a path that is too long for a unix socket', async () => {
    const deep = join(folder, 'a'.repeat(60), 'b'.repeat(60))
    const database = await openDatabase({ dataDir: deep, log: silentLog })
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await database.close()
  }, 60_000)
})
