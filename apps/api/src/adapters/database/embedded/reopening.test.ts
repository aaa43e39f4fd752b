import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { silentLog } from '../../../testing/test-database.ts'
import { createPool } from '../pool.ts'
import { startEngine } from './engine.ts'
import { openEmbedded, chooseSocketPlace } from './open-embedded.ts'

const engineThread = new URL('./testing/failing-log.worker.ts', import.meta.url)
let template: string
let folder: string
beforeAll(async () => {
  template = await mkdtemp(join(tmpdir(), 'auspex-template-'))
  const database = await openEmbedded({ dataDir: template, log: silentLog })
  await database.pool.query(`create table thing (name text); alter table thing alter name set storage external`)
  await database.close()
})
afterAll(() => rm(template, { recursive: true, force: true }))
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'auspex-reopening-'))
  await cp(template, folder, { recursive: true })
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** A database that reports when its engine is reopened and when it accepts changes again. */
async function open({ onReopening = () => {} }: { onReopening?: () => void } = {}) {
  let isReopened = false
  const heard = { reopening: Promise.withResolvers<void>(), room: Promise.withResolvers<void>() }
  const database = await openEmbedded({
    dataDir: folder,
    engineThread,
    log: {
      ...silentLog,
      info: (_facts, message) => {
        if (isReopened && message.includes('changes are taken')) heard.room.resolve()
      },
      error: (_facts, message) => {
        if (!message.includes('is opened again')) return
        isReopened = true
        onReopening()
        heard.reopening.resolve()
      },
    },
  })
  return { database, reopening: heard.reopening.promise, room: heard.room.promise }
}

function endRoomFor(path: string): void {
  writeFileSync(join(folder, 'no-room-for'), path)
}

function makeRoom(): void {
  rmSync(join(folder, 'no-room-for'), { force: true })
}

const statements = {
  'a file of its log that is there': ['/pg_wal/', `insert into thing values ('lost')`],
  'a new file of its log': [
    '/pg_wal/xlogtemp',
    `insert into thing select string_agg(md5(n::text), '') from generate_series(1, 600000) n, generate_series(1, 4) m group by m`,
  ],
} as const

describe('an engine that stopped for want of room', () => {
  test.each(Object.entries(statements))(
    'for %s answers again in the same process',
    async (_what, [path, statement]) => {
      const { database, reopening, room } = await open({ onReopening: makeRoom })
      let isEnded = false
      void database.crashed.then(() => (isEnded = true))
      await database.pool.query(`insert into thing values ('acknowledged')`)
      endRoomFor(path)
      await expect(database.pool.query(statement)).rejects.toMatchObject({ code: /^database\.(full|unreachable)$/ })
      await reopening

      expect((await database.pool.query('select name from thing')).rows).toEqual([{ name: 'acknowledged' }])
      await room
      await database.pool.query(`insert into thing values ('afterwards')`)
      expect((await database.pool.query('select name from thing order by name')).rows).toEqual([
        { name: 'acknowledged' },
        { name: 'afterwards' },
      ])
      expect(isEnded).toBe(false)
      expect(readdirSync(folder).filter((name) => name.startsWith('database.reserve-'))).toHaveLength(3)
      await database.close()
    },
  )

  test('refuses changes from the beginning when it is opened without a reserve, and reads', async () => {
    const socket = await chooseSocketPlace(folder)
    const engine = await startEngine({
      folder: join(folder, 'database'),
      socketPath: socket.path,
      snapshotFile: null,
      isFull: true,
    })
    const connection = createPool({ host: socket.folder, user: 'postgres', database: 'postgres', max: 1 })
    await expect(connection.query(`insert into thing values ('refused')`)).rejects.toMatchObject({ code: '53100' })
    expect((await connection.query('select name from thing')).rows).toEqual([])
    engine.takeChanges()
    await connection.query(`insert into thing values ('taken')`)
    expect((await connection.query('select name from thing')).rows).toEqual([{ name: 'taken' }])
    await connection.end()
    await engine.stop()
  })

  test('is closed also while it is opened again, and its folder is free afterwards', async () => {
    const { database, reopening } = await open({ onReopening: makeRoom })
    endRoomFor('/pg_wal/')
    await expect(database.pool.query(`insert into thing values ('lost')`)).rejects.toThrow()
    await reopening
    await database.close()
    expect(existsSync(join(folder, '.s.PGSQL.5432'))).toBe(false)
    const { database: again } = await open()
    expect((await again.pool.query('select name from thing')).rows).toEqual([])
    await again.close()
  })
})
