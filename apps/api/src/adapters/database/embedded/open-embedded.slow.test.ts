import { execFile } from 'node:child_process'
import fs, { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { silentLog } from '../../../testing/test-database.ts'
import { DatabaseCrashedError, DatabaseStartError, DataFolderInUseError } from '../database.errors.ts'
import { openDatabase } from '../open-database.ts'
import { createPool } from '../pool.ts'
import { guardEngineFiles, makePrivate } from './engine-files.ts'
import { startEngine } from './engine.ts'
import { openEmbedded } from './open-embedded.ts'
import { releaseReserveFile } from './room.ts'

describe('open embedded', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'auspex-data-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  describe('an embedded data folder', () => {
    test('keeps its rows across a restart, and is refused while open', async () => {
      const first = await openDatabase({ dataDir: folder, log: silentLog })
      await first.pool.query(`insert into outlet (name) values ('example.org')`)
      await expect(openDatabase({ dataDir: folder, log: silentLog })).rejects.toThrow(DataFolderInUseError)
      await first.close()
      const second = await openDatabase({ dataDir: folder, log: silentLog })
      expect((await second.pool.query('select name from outlet')).rows).toEqual([{ name: 'example.org' }])
      await second.close()
    })

    test('begins with the catalog that the engine itself would create', async () => {
      // in a process of their own, because creating one takes 1.1 GB; statistics are of a random sample
      const listCatalog = `
        const tables = await engine.query("select relname from pg_class where relkind = 'r' and relnamespace = 'pg_catalog'::regnamespace and relname <> 'pg_statistic' order by 1")
        const rows = []
        for (const { relname } of tables.rows) {
          const { rows: [row] } = await engine.query('select count(*)::int as rows, md5(string_agg(t::text, chr(10) order by t::text)) as hash from pg_catalog.' + relname + ' as t')
          rows.push([relname, row.rows, row.hash])
        }
        const { rows: [control] } = await engine.query('select catalog_version_no from pg_control_system()')
        process.stdout.write(JSON.stringify({ control, rows }))
        await engine.close()`
      const readCatalog = async (open: string) => {
        const script = join(folder, `catalog-${open.length}.mjs`)
        await writeFile(
          script,
          `import { PGlite } from ${JSON.stringify(import.meta.resolve('@electric-sql/pglite'))}
          import { createFolder } from ${JSON.stringify(new URL('./create-folder.ts', import.meta.url).href)}
          ${open}
          ${listCatalog}`,
        )
        const { stdout } = await promisify(execFile)(process.execPath, [script])
        return JSON.parse(stdout) as unknown
      }
      const prepared = JSON.stringify(join(folder, 'prepared'))
      const ours = await readCatalog(`await createFolder(${prepared}); const engine = await PGlite.create(${prepared})`)
      expect(ours).toEqual(await readCatalog('const engine = await PGlite.create()'))
    })

    test('opens without optimizing the parser, which takes 600 MB', async () => {
      await (await openDatabase({ dataDir: folder, log: silentLog })).close()
      const script = join(folder, 'read-peak.mjs')
      await writeFile(
        script,
        `import { getHeapStatistics, setFlagsFromString } from 'node:v8'
        import { openEmbedded } from ${JSON.stringify(new URL('./open-embedded.ts', import.meta.url).href)}
        // optimizes what is requested at once, instead of beside the statements
        setFlagsFromString('--wasm-sync-tier-up')
        const log = { info() {}, warn() {}, error() {} }
        const database = await openEmbedded({ dataDir: ${JSON.stringify(folder)}, log })
        for (let time = 0; time < 20; time += 1) await database.pool.query('select count(*) from pg_class where relpages > 0')
        await database.close()
        // not by console.log, which colours numbers in some terminals
        process.stdout.write(String(getHeapStatistics().peak_malloced_memory / 2 ** 20))`,
      )
      const { stdout } = await promisify(execFile)(process.execPath, [script])
      expect(Number(stdout)).toBeLessThan(200)
    })

    test('opens under a path that is too long for a Unix socket', async () => {
      const deep = join(folder, 'a'.repeat(60), 'b'.repeat(60))
      const database = await openDatabase({ dataDir: deep, log: silentLog })
      expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
      await database.close()
    })

    test('that is damaged is refused by name, and its lock released', async () => {
      await mkdir(join(folder, 'database'))
      await writeFile(join(folder, 'database', 'PG_VERSION'), 'nonsense')
      for (const attempt of [1, 2]) {
        await expect(openDatabase({ dataDir: folder, log: silentLog }), `attempt ${attempt}`).rejects.toThrow(
          DatabaseStartError,
        )
      }
    })

    test('keeps its rows when its engine dies, which says why', async () => {
      const database = await openDatabase({ dataDir: folder, log: silentLog })
      await database.pool.query(`insert into outlet (name) values ('example.org')`)
      await database.close()
      const engine = await startEngine({ folder: join(folder, 'database'), snapshotFile: null })
      const pool = createPool({ stream: () => engine.connect(), user: 'postgres', database: 'postgres', max: 1 })
      await pool.query('select 1')
      // no message of the protocol begins like this; such a client ends the engine
      const client = engine.connect().connect()
      client.write(Buffer.from([0x21, 0, 0, 0, 4]))
      const reason = await engine.crashed
      expect(reason).toBeInstanceOf(DatabaseCrashedError)
      expect(reason.message).toContain('invalid frontend message type')
      await expect(pool.query('select 1')).rejects.toThrow('Connection terminated')
      await pool.end()
      await engine.stop()
      const reopened = await openDatabase({ dataDir: folder, log: silentLog })
      expect((await reopened.pool.query('select name from outlet')).rows).toEqual([{ name: 'example.org' }])
      await reopened.close()
    })
  })
})

test('a snapshot of an engine in memory ends, and another engine starts with its rows', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'auspex-snapshot-'))
  const first = await openEmbedded({ dataDir: null, log: silentLog })
  await first.pool.query('create table kept (word text)')
  await first.pool.query(`insert into kept values ('oats')`)
  const snapshotFile = join(folder, 'snapshot.tar')
  await writeFile(snapshotFile, new Uint8Array(await first.snapshot()))
  await first.close()
  const second = await openEmbedded({ dataDir: null, log: silentLog, snapshotFile })
  expect((await second.pool.query('select word from kept')).rows).toEqual([{ word: 'oats' }])
  await second.close()
  await rm(folder, { recursive: true })
})

describe('engine files', () => {
  const { openSync, closeSync, writeSync, chmodSync, mkdirSync } = fs
  let data: string
  let folder: string
  let isFull: boolean
  let timesUsed: number

  /** A disk on which writes fail while it is full, until a file of the reserve is deleted. */
  function fillDisk(code: string): void {
    const countReserve = () => fs.readdirSync(data).filter((name) => name.startsWith('database.reserve-')).length
    const before = countReserve()
    isFull = true
    fs.writeSync = ((...args: Parameters<typeof writeSync>) => {
      if (isFull && countReserve() === before) throw Object.assign(new Error('no room'), { code })
      return writeSync(...args)
    }) as typeof writeSync
  }

  function write(path: string, position = 0): number {
    const fd = fs.openSync(path, fs.existsSync(path) ? 'r+' : 'w')
    try {
      return fs.writeSync(fd, Buffer.alloc(10), 0, 10, position)
    } finally {
      fs.closeSync(fd)
    }
  }

  beforeEach(async () => {
    data = await mkdtemp(join(tmpdir(), 'auspex-files-'))
    folder = join(data, 'database')
    for (const name of ['base/5', 'base/pgsql_tmp', 'pg_wal', 'pg_xact', 'global'])
      mkdirSync(join(folder, name), { recursive: true })
    timesUsed = 0
    for (const part of [1, 2, 3]) fs.writeFileSync(join(data, `database.reserve-${part}`), '')
  })
  afterEach(async () => {
    Object.assign(fs, { openSync, closeSync, writeSync, chmodSync, mkdirSync })
    await rm(data, { recursive: true })
  })

  describe.each(['ENOSPC', 'EDQUOT'])('on a disk that fails with %s', (code) => {
    beforeEach(() => {
      fs.writeFileSync(join(folder, 'base/5/1000'), Buffer.alloc(100))
      fillDisk(code)
      guardEngineFiles(folder, () => (timesUsed += 1))
    })

    test.each(['pg_wal/xlogtemp.42', 'pg_xact/0000', 'global/pg_control'])('%s gets space from the reserve', (name) => {
      expect(write(join(folder, name))).toBe(10)
      expect(timesUsed).toBe(1)
    })

    test('a rewritten page gets space from the reserve', () => {
      expect(write(join(folder, 'base/5/1000'), 50)).toBe(10)
      expect(timesUsed).toBe(1)
    })

    test.each(['base/5/1001', 'base/pgsql_tmp/pgsql_tmp42.0'])(
      '%s may not grow, with an error that PostgreSQL understands',
      (name) => {
        expect(() => write(join(folder, name))).toThrow(expect.objectContaining({ code: 'ENOSPC' }))
        expect(timesUsed).toBe(0)
      },
    )
  })

  test('the last file of the reserve is left for recovery', () => {
    expect(releaseReserveFile(folder, { isRecovery: false })).toBe(true)
    expect(releaseReserveFile(folder, { isRecovery: false })).toBe(true)
    expect(releaseReserveFile(folder, { isRecovery: false })).toBe(false)
    expect(releaseReserveFile(folder, { isRecovery: true })).toBe(true)
  })

  test('files are private to their owner, including those of an earlier version', () => {
    const old = join(folder, 'base/5/1000')
    fs.writeFileSync(old, '')
    fs.chmodSync(old, 0o666)
    makePrivate(folder)
    guardEngineFiles(folder, () => {})
    const fresh = join(folder, 'base/5/1001')
    fs.writeFileSync(fresh, '')
    fs.chmodSync(fresh, 0o666)
    const modes = [old, fresh, join(folder, 'base'), folder].map((path) => fs.statSync(path).mode & 0o777)
    expect(modes).toEqual([0o600, 0o600, 0o700, 0o700])
  })
})

describe('reopening', () => {
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

  describe('an engine that stopped on a full disk', () => {
    test.each(Object.entries(statements))('for %s recovers in the same process', async (_case, [path, statement]) => {
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
    })

    test('is read-only from the start if it is opened without a reserve', async () => {
      const engine = await startEngine({
        folder: join(folder, 'database'),
        snapshotFile: null,
        isFull: true,
      })
      const connection = createPool({ stream: () => engine.connect(), user: 'postgres', database: 'postgres', max: 1 })
      await expect(connection.query(`insert into thing values ('refused')`)).rejects.toMatchObject({ code: '53100' })
      expect((await connection.query('select name from thing')).rows).toEqual([])
      engine.acceptChanges()
      await connection.query(`insert into thing values ('taken')`)
      expect((await connection.query('select name from thing')).rows).toEqual([{ name: 'taken' }])
      await connection.end()
      await engine.stop()
    })

    test('can be closed while it is reopening, and then releases its folder', async () => {
      const { database, reopening } = await open({ onReopening: makeRoom })
      endRoomFor('/pg_wal/')
      await expect(database.pool.query(`insert into thing values ('lost')`)).rejects.toThrow()
      await reopening
      await database.close()
      expect(readdirSync(folder).filter((name) => name.startsWith('data.lock'))).toEqual([])
      const { database: reopened } = await open()
      expect((await reopened.pool.query('select name from thing')).rows).toEqual([])
      await reopened.close()
    })
  })
})
