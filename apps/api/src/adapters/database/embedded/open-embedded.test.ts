import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { silentLog } from '../../../testing/test-database.ts'
import { DataFolderInUseError, DatabaseCrashedError, DatabaseStartError } from '../database.errors.ts'
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
  })

  test('opens below a path that is too long for a unix socket', async () => {
    const deep = join(folder, 'a'.repeat(60), 'b'.repeat(60))
    const database = await openDatabase({ dataDir: deep, log: silentLog })
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await database.close()
  })

  test('that is damaged is refused by name, and its lock given back', async () => {
    await mkdir(join(folder, 'database'))
    await writeFile(join(folder, 'database', 'PG_VERSION'), 'nonsense')
    for (const attempt of [1, 2]) {
      await expect(openDatabase({ dataDir: folder, log: silentLog }), `attempt ${attempt}`).rejects.toThrow(
        DatabaseStartError,
      )
    }
  })

  test('says why when its engine dies under it, closes, and opens again with its rows', async () => {
    const database = await openDatabase({ dataDir: folder, log: silentLog })
    await database.pool.query(`insert into outlet (name) values ('example.org')`)
    // No protocol message starts like this; such a client crashes the engine
    const socket = connect(join(folder, '.s.PGSQL.5432')).on('error', () => {})
    socket.write(Buffer.from([0x21, 0, 0, 0, 4]))
    const reason = await database.crashed
    expect(reason).toBeInstanceOf(DatabaseCrashedError)
    expect(reason.message).toContain('invalid frontend message type')
    await expect(database.pool.query('select 1')).rejects.toThrow()
    await database.close()
    const again = await openDatabase({ dataDir: folder, log: silentLog })
    expect((await again.pool.query('select name from outlet')).rows).toEqual([{ name: 'example.org' }])
    await again.close()
  })
})
