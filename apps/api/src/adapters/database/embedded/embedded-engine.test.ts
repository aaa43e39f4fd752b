import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { silentLog } from '../../../testing/test-database.ts'
import { DatabaseStartError, DataFolderInUseError } from '../database.errors.ts'
import { takeDataLock } from './data-lock.ts'
import { createReplyReader, type EngineError } from './engine-replies.ts'
import { bufferMbFor, chooseBufferMb } from './engine-settings.ts'
import { checkFolder, engineVersion, nameFolderError } from './explain-start.ts'
import { openEmbedded } from './open-embedded.ts'

describe('buffer size', () => {
  const memoryMb = 16_384

  test.each([
    [0, 128],
    [449, 128],
    [450, 256],
    [600, 256],
    [1_229, 512],
    [100_000, 768],
  ])('a library of %d MB gets a buffer of %d MB', (libraryMb, expected) => {
    expect(bufferMbFor({ libraryMb, memoryMb })).toBe(expected)
  })

  test('leaves memory for everything else on a small machine', () => {
    expect(bufferMbFor({ libraryMb: 5_000, memoryMb: 2_048 })).toBe(256)
    expect(bufferMbFor({ libraryMb: 5_000, memoryMb: 512 })).toBe(128)
  })

  test('starts with the smallest size for a new database', async () => {
    expect(await chooseBufferMb('/no/such/folder')).toBe(128)
  })
})

describe('engine replies', () => {
  function message(letter: string, body: string): Buffer {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(4 + Buffer.byteLength(body))
    return Buffer.concat([Buffer.from(letter), length, Buffer.from(body)])
  }

  const refusal = message('E', 'SERROR\0VERROR\0C25006\0Mcannot execute INSERT in a read-only transaction\0\0')
  const panic = message('E', 'SPANIC\0VPANIC\0C53100\0Mcould not write to file "pg_wal/xlogtemp.42"\0\0')
  const row = message('D', `a row with an error in its text: E\0\0\0\u0010SPANIC\0C25006\0`)
  const idle = message('Z', 'I')
  const inTransaction = message('Z', 'T')

  function readIn(pieces: readonly Buffer[]) {
    const errors: EngineError[] = []
    const reader = createReplyReader((error) => {
      errors.push(error)
      return error.code === '25006' ? '53100' : null
    })
    const answer = Buffer.concat(pieces.map((piece) => reader.read(piece)))
    return { errors, answer, isIdle: reader.isIdle() }
  }

  describe('the replies of the engine', () => {
    const replies = Buffer.concat([row, row, panic, row, idle])

    test('distinguish an error from a row that looks like one, wherever the stream is split', () => {
      for (let index = 1; index < replies.length; index += 1) {
        const { errors, answer, isIdle } = readIn([replies.subarray(0, index), replies.subarray(index)])
        expect(
          errors.map(({ severity, code }) => `${severity} ${code}`),
          `cut after ${index} bytes`,
        ).toEqual(['PANIC 53100'])
        expect(answer.equals(replies)).toBe(true)
        expect(isIdle).toBe(true)
      }
    })

    test('reveal an error even byte by byte', () => {
      const { errors } = readIn(Array.from(replies, (byte) => Buffer.of(byte)))
      expect(errors).toHaveLength(1)
    })

    test('have the error code of a full disk', () => {
      const refused = Buffer.concat([row, refusal, idle])
      for (let index = 1; index < refused.length; index += 1) {
        const { answer } = readIn([refused.subarray(0, index), refused.subarray(index)])
        expect(answer.includes('C53100'), `cut after ${index} bytes`).toBe(true)
        expect(answer.includes('VERROR\0C25006')).toBe(false)
        expect(answer.subarray(0, row.length).equals(row)).toBe(true)
        expect(answer).toHaveLength(refused.length)
      }
    })

    test('reveal whether a statement may start', () => {
      expect(readIn([row]).isIdle).toBe(false)
      expect(readIn([inTransaction]).isIdle).toBe(false)
      expect(readIn([row, idle]).isIdle).toBe(true)
    })
  })
})

describe('explain start', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'auspex-start-'))
    await mkdir(join(folder, 'global'))
    await writeFile(join(folder, 'PG_VERSION'), `${engineVersion}\n`)
    await writeFile(join(folder, 'global', 'pg_control'), Buffer.alloc(8192))
  })
  afterEach(() => rm(folder, { recursive: true }))

  test('the engine reads folders of its own version', async () => {
    const database = await openEmbedded({ dataDir: null, log: silentLog })
    const { rows } = await database.pool.query<{ version: string }>(
      `select current_setting('server_version') as version`,
    )
    await database.close()
    expect(rows[0]?.version.split('.')[0]).toBe(engineVersion)
  })

  describe('a folder that the engine cannot use is refused before it is touched', () => {
    const damages: Record<string, [() => Promise<void>, RegExp]> = {
      'without its version': [() => rm(join(folder, 'PG_VERSION')), /PG_VERSION is missing/],
      'of a newer version': [
        () => writeFile(join(folder, 'PG_VERSION'), '19\n'),
        /of PostgreSQL 19, and this version reads/,
      ],
      'of an older version': [
        () => writeFile(join(folder, 'PG_VERSION'), '16\n'),
        /of PostgreSQL 16, and this version reads/,
      ],
      'whose version is no number': [() => writeFile(join(folder, 'PG_VERSION'), ''), /PG_VERSION is not whole/],
      'without pg_control': [() => rm(join(folder, 'global', 'pg_control')), /pg_control is missing/],
      'whose pg_control is cut off': [
        () => writeFile(join(folder, 'global', 'pg_control'), 'x'),
        /pg_control is not whole/,
      ],
    }

    test.each(Object.entries(damages))('%s', async (_name, [damage, sentence]) => {
      await expect(checkFolder(folder)).resolves.toBeUndefined()
      await damage()
      const failure = await checkFolder(folder).catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(DatabaseStartError)
      expect(String(failure)).toMatch(sentence)
      expect(String(failure)).toMatch(/Move the folder away|move the folder away/)
    })
  })

  describe('an unusable data folder is reported with a remedy', () => {
    test.each(['EROFS', 'EACCES', 'EPERM', 'ENOSPC', 'EDQUOT', 'ENOTDIR', 'EEXIST'])('%s', (code) => {
      const named = nameFolderError('/srv/auspex', Object.assign(new Error('as the system says'), { code }))
      expect(named).toBeInstanceOf(DatabaseStartError)
      expect(String(named)).toMatch(/\/srv\/auspex .+\. (Give|Make room|Choose)/)
    })

    test('passes on any other failure', () => {
      const defect = new TypeError('x is not a function')
      expect(nameFolderError('/srv/auspex', defect)).toBe(defect)
    })
  })
})

describe('data lock', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'auspex-lock-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  /** A process that takes the lock, reports that, and then does nothing until it is killed. */
  async function startHolder() {
    const module = new URL('./data-lock.ts', import.meta.url).href
    const script = `const { takeDataLock } = await import(${JSON.stringify(module)});
    await takeDataLock(${JSON.stringify(folder)});
    console.log('held'); setInterval(() => {}, 1000);`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    return child
  }

  describe('the lock of a data folder', () => {
    test('refuses a second process, naming the folder and the holder', async () => {
      const holder = await startHolder()
      const refusal = await takeDataLock(folder).catch((error: unknown) => error)
      holder.kill('SIGKILL')
      expect(refusal).toBeInstanceOf(DataFolderInUseError)
      expect(String(refusal)).toContain(folder)
      expect(refusal).toMatchObject({ pid: holder.pid })
    })

    test('is taken over when its holder was killed', async () => {
      const holder = await startHolder()
      holder.kill('SIGKILL')
      await once(holder, 'exit')
      await (await takeDataLock(folder)).release()
    })

    test('is taken over when the pid now belongs to another program', async () => {
      await writeFile(join(folder, 'data.lock.7'), JSON.stringify({ pid: process.ppid, startedAt: 'an earlier life' }))
      const lock = await takeDataLock(folder)
      expect(await readdir(folder)).toEqual(['data.lock.8', 'data.lock.socket'])
      expect(JSON.parse(await readFile(join(folder, 'data.lock.8'), 'utf8'))).toMatchObject({ pid: process.pid })
      await lock.release()
      expect(await readdir(folder)).toEqual([])
    })

    test('is refused while its holder answers, even if the pid means another program here', async () => {
      const lock = await takeDataLock(folder)
      await writeFile(join(folder, 'data.lock.1'), JSON.stringify({ pid: process.ppid, startedAt: 'an earlier life' }))
      await expect(takeDataLock(folder)).rejects.toBeInstanceOf(DataFolderInUseError)
      await lock.release()
    })

    test('goes to exactly one of many rivals when it is stale', async () => {
      await writeFile(join(folder, 'data.lock.7'), JSON.stringify({ pid: 2 ** 22 + 1, startedAt: 'gone' }))
      const attempts = await Promise.allSettled(Array.from({ length: 12 }, () => takeDataLock(folder)))
      expect(attempts.filter((attempt) => attempt.status === 'fulfilled')).toHaveLength(1)
    })

    test('can be acquired again after its release', async () => {
      await (await takeDataLock(folder)).release()
      await (await takeDataLock(folder)).release()
    })
  })
})
