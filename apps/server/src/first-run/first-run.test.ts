import { createLogger, type Database, openDatabase, readConfig } from '@auspex/api'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import type * as Files from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type EmbeddedIdentity, startIdentity } from '../identity/start-identity.ts'
import { getServiceToken } from '../import/server-target.ts'
import { findFreePort } from '../testing/find-free-port.ts'
import { removeData } from '../testing/spawn-server.ts'
import {
  firstRunPath,
  placeFirstRun,
  readFirstRun,
  releaseFirstRun,
  reserveFirstRun,
  writeFirstRun,
} from './first-run.ts'

const content = {
  users: Array.from({ length: 3 }, (_, n) => ({
    role: 'member',
    email: `person-${n}@auspex.example`,
    password: 'x'.repeat(20),
    organization: { id: 'org_first', name: 'First Organization' },
  })),
  serviceClient: { client_id: 'auspex-importer', client_secret: 'y'.repeat(43) },
}

/** Of the file under its temporary name, each time a text was written. */
const { modesWhileWriting } = vi.hoisted(() => ({ modesWhileWriting: [] as number[] }))
vi.mock('node:fs', async (importOriginal) => {
  const fs = await importOriginal<typeof Files>()
  const write = (...call: Parameters<typeof fs.writeFileSync>) => {
    fs.writeFileSync(...call)
    const file = typeof call[0] === 'number' ? fs.fstatSync(call[0]) : fs.statSync(call[0])
    modesWhileWriting.push(file.mode)
  }
  return { ...fs, writeFileSync: write }
})

let dataDir: string
beforeEach(() => {
  modesWhileWriting.length = 0
  dataDir = mkdtempSync(join(tmpdir(), 'auspex-first-run-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

test('the first passwords are written where nobody else can read them, not even for a moment', () => {
  writeFirstRun(dataDir, content)
  expect(modesWhileWriting).toEqual([0o100600])
  expect(readFirstRun(dataDir)).toEqual(content)
  expect(readdirSync(dataDir)).toEqual(['first-run.json'])
})

test('what an earlier start left half written, open to others and longer, neither shows the passwords nor stays', () => {
  writeFileSync(join(dataDir, 'first-run.json.unfinished'), '{'.repeat(9000))
  chmodSync(join(dataDir, 'first-run.json.unfinished'), 0o644)
  modesWhileWriting.length = 0 // without the file above
  const path = writeFirstRun(dataDir, content)
  expect(modesWhileWriting).toEqual([0o100600])
  expect(statSync(path)).toMatchObject({ mode: 0o100600 })
  expect(readFirstRun(dataDir)).toEqual(content)
})

test('restored passwords are written to the space reserved for them, for their owner only', () => {
  writeFileSync(join(dataDir, 'first-run.json.unfinished'), '')
  chmodSync(join(dataDir, 'first-run.json.unfinished'), 0o644)
  reserveFirstRun(dataDir, 8192)
  const { size, ino } = statSync(join(dataDir, 'first-run.json.unfinished'))
  modesWhileWriting.length = 0
  const path = placeFirstRun(dataDir, JSON.stringify(content))
  expect(modesWhileWriting).toEqual([0o100600])
  expect(readFirstRun(dataDir)).toEqual(content)
  expect(statSync(path)).toMatchObject({ size, ino, mode: 0o100600 })
  expect(readdirSync(dataDir)).toEqual(['first-run.json'])
})

test('space that was reserved and is not needed leaves nothing behind', () => {
  reserveFirstRun(dataDir, 8192)
  releaseFirstRun(dataDir)
  expect(readdirSync(dataDir)).toEqual([])
})

describe('the first accounts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'auspex-first-accounts-'))
  const folders = [join(folder, 'one'), join(folder, 'two')] as const
  const log = createLogger('silent')
  let database: Database
  let port: number

  beforeAll(async () => {
    port = await findFreePort()
    for (const each of folders) mkdirSync(each)
    database = await openDatabase({ dataDir: folder, log })
  })
  afterAll(async () => {
    await database.close()
    removeData(folder)
  })
  const startIn = (dataFolder: string) =>
    startIdentity(readConfig({ AUSPEX_PORT: String(port), AUSPEX_DATA: dataFolder }), database, log, () => {})
  const countAccounts = async () => (await database.pool.query('select from account')).rows.length

  test('do not exist without the file of their passwords; the next starts make both once, although two start at once', async () => {
    mkdirSync(firstRunPath(folders[0]))
    await expect(startIn(folders[0])).rejects.toThrow()
    rmdirSync(firstRunPath(folders[0]))
    expect(await countAccounts()).toBe(0)

    const identities: EmbeddedIdentity[] = await Promise.all(folders.map(startIn))
    const { provider } = identities[0] as EmbeddedIdentity // two were started
    const server = createServer((request, response) => void provider.handler(request, response)).listen(port)
    try {
      expect(identities.filter((identity) => identity.firstRunPath !== null)).toHaveLength(1)
      expect(await countAccounts()).toBe(3)
      const files = folders.flatMap((each) => readFirstRun(each) ?? [])
      expect(files).toHaveLength(1)
      const [{ serviceClient }] = files as [(typeof files)[number]]
      await expect(getServiceToken(`http://localhost:${port}/identity`, serviceClient)).resolves.toMatch(/^ey/)
    } finally {
      server.close()
      for (const identity of identities) await identity.close()
    }
  })
})
