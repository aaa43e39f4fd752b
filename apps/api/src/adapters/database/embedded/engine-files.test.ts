import fs from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { guardEngineFiles, makePrivate } from './engine-files.ts'
import { releasePart } from './room.ts'

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

describe.each(['ENOSPC', 'EDQUOT'])('on a disk that answers %s', (code) => {
  beforeEach(() => {
    fs.writeFileSync(join(folder, 'base/5/1000'), Buffer.alloc(100))
    fillDisk(code)
    guardEngineFiles(folder, () => (timesUsed += 1))
  })

  test.each(['pg_wal/xlogtemp.42', 'pg_xact/0000', 'global/pg_control'])(
    '%s is given room from the reserve',
    (name) => {
      expect(write(join(folder, name))).toBe(10)
      expect(timesUsed).toBe(1)
    },
  )

  test('a page that is rewritten is given room from the reserve', () => {
    expect(write(join(folder, 'base/5/1000'), 50)).toBe(10)
    expect(timesUsed).toBe(1)
  })

  test.each(['base/5/1001', 'base/pgsql_tmp/pgsql_tmp42.0'])(
    '%s may not grow, in words that PostgreSQL knows',
    (name) => {
      expect(() => write(join(folder, name))).toThrow(expect.objectContaining({ code: 'ENOSPC' }))
      expect(timesUsed).toBe(0)
    },
  )
})

test('the last file of the reserve is kept for a recovery', () => {
  expect(releasePart(folder, { isRecovery: false })).toBe(true)
  expect(releasePart(folder, { isRecovery: false })).toBe(true)
  expect(releasePart(folder, { isRecovery: false })).toBe(false)
  expect(releasePart(folder, { isRecovery: true })).toBe(true)
})

test('files are for their owner alone, new ones and those of an earlier version', () => {
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
