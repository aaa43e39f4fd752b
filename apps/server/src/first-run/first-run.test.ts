import { createLogger, type Database, openDatabase, readConfig } from '@auspex/api'
import { mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type EmbeddedIdentity, startIdentity } from '../identity/start-identity.ts'
import { getServiceToken } from '../import/server-target.ts'
import { findFreePort } from '../testing/find-free-port.ts'
import { removeData } from '../testing/spawn-server.ts'
import { firstRunPath, readFirstRun, releaseFirstRun, reserveFirstRun, writeFirstRun } from './first-run.ts'

const content = {
  users: Array.from({ length: 3 }, (_, n) => ({
    role: 'member',
    email: `person-${n}@auspex.example`,
    password: 'x'.repeat(20),
    organization: { id: 'org_first', name: 'First Organization' },
  })),
  serviceClient: { client_id: 'auspex-importer', client_secret: 'y'.repeat(43) },
}

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'auspex-first-run-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

test('the first passwords are written to space reserved before they were generated, for their owner only', () => {
  reserveFirstRun(dataDir, 8192)
  const { size } = statSync(join(dataDir, 'first-run.json.unfinished'))
  const path = writeFirstRun(dataDir, content)
  expect(readFirstRun(dataDir)).toEqual(content)
  expect(statSync(path)).toMatchObject({ size, mode: 0o100600 })
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
  let database: Database
  let port: number
  const warnings: string[] = []
  const log = { ...createLogger('silent'), warn: (_facts: object, message: string) => void warnings.push(message) }

  beforeAll(async () => {
    port = await findFreePort()
    for (const each of folders) mkdirSync(each)
    database = await openDatabase({ dataDir: folder, log: createLogger('silent') })
  })
  afterAll(async () => {
    await database.close()
    removeData(folder)
  })
  const startIn = (dataFolder: string) =>
    startIdentity(readConfig({ AUSPEX_PORT: String(port), AUSPEX_DATA: dataFolder }), database, log as never, () => {})
  const countAccounts = async () => (await database.pool.query('select from account')).rows.length

  test('do not exist without the file of their passwords, so that the next start makes both', async () => {
    mkdirSync(firstRunPath(folders[0]))
    await expect(startIn(folders[0])).rejects.toThrow()
    rmdirSync(firstRunPath(folders[0]))
    expect(await countAccounts()).toBe(0)
  })

  test('are made once by two processes that start at once, and the file of that one has their passwords', async () => {
    const identities: EmbeddedIdentity[] = await Promise.all(folders.map(startIn))
    const made = identities.filter((identity) => identity.firstRunPath !== null)
    expect(made).toHaveLength(1)
    expect(await countAccounts()).toBe(3)
    const files = folders.flatMap((each) => readFirstRun(each) ?? [])
    expect(files).toHaveLength(1)
    const { provider } = identities[0] as EmbeddedIdentity // two were started
    const server = createServer((request, response) => void provider.handler(request, response)).listen(port)
    const [{ serviceClient }] = files as [(typeof files)[number]]
    await expect(getServiceToken(`http://localhost:${port}/identity`, serviceClient)).resolves.toMatch(/^ey/)
    server.close()
    for (const identity of identities) await identity.close()
  })

  test('are reported as unusable by a start that finds no file, while nobody has signed in', async () => {
    warnings.length = 0
    const without = folders.filter((each) => readFirstRun(each) === null)
    expect(without).toHaveLength(1)
    for (const each of folders) await (await startIn(each)).close()
    expect(warnings).toEqual([expect.stringContaining(`${firstRunPath(without[0] ?? '')} is missing`)])
  })
})
