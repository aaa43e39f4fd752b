import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readFirstRun } from '../first-run/first-run.ts'
import { nodeFlags } from '../supervisor/node-flags.mjs'
import { signIn } from '../testing/sign-in.ts'
import { type SpawnedServer, spawnServer } from '../testing/spawn-server.ts'

const program = fileURLToPath(new URL('../main.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'auspex-backup-'))
const dataDir = join(folder, 'library')
const restoredDir = join(folder, 'restored')
const otherDir = join(folder, 'other')
const file = join(folder, 'library.jsonl.gz')
const servers: SpawnedServer[] = []
let firstServer: SpawnedServer

/** Runs a command as a person would, on the library in a folder. */
function auspex(data: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...nodeFlags, program, ...args], {
    cwd: folder,
    env: { ...process.env, AUSPEX_DATA: data },
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

async function startOn(data: string): Promise<SpawnedServer> {
  const server = await spawnServer({ AUSPEX_SOURCES: 'demo' }, data)
  servers.push(server)
  return server
}

/** Calls the API as the member from the first start. */
async function callAsMember({ url, dataDir: data }: SpawnedServer, path: string, body?: object): Promise<unknown> {
  const member = readFirstRun(data)?.users.find(({ role }) => role === 'member')
  if (member === undefined) throw new Error('No member stands in first-run.json')
  const { accessToken } = await signIn(url, { login: member.email, password: member.password })
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
  const reply = await fetch(`${url}/api${path}`, {
    headers,
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  })
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`)
  return reply.json()
}

async function readRecentSearches(server: SpawnedServer): Promise<string[]> {
  const { items } = (await callAsMember(server, '/recentSearches')) as { items: { query: { query_term: string } }[] }
  return items.map(({ query }) => query.query_term)
}

beforeAll(async () => {
  firstServer = await startOn(dataDir)
  await callAsMember(firstServer, '/explore/saveRecentSearch', { query_term: 'oat milk' })
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  rmSync(folder, { recursive: true, force: true })
})

// One story in this order, because each server takes seconds to start: the second test stops the first server, the others use its file.

test('a library in use by a server is not backed up', () => {
  const { status, stderr } = auspex(dataDir, 'backup', file)
  expect([status, existsSync(file)]).toEqual([1, false])
  expect(stderr).toContain('No backup was created: The data folder')
  expect(stderr).toContain('Stop it first')
})

test('a person signs in to the restored library at a new address and finds their data', async () => {
  await firstServer.stop()
  const backupRun = auspex(dataDir, 'backup', file)
  expect(backupRun).toMatchObject({ status: 0, stderr: '' })
  const rows = /Wrote ([\d,]+) rows/u.exec(backupRun.stdout)?.[1]
  expect(statSync(file).mode & 0o777).toBe(0o600)

  const restored = auspex(restoredDir, 'restore', file)
  expect(restored).toMatchObject({ status: 0, stderr: '' })
  expect(restored.stdout).toContain(`Restored ${rows} rows of `)

  expect(await readRecentSearches(await startOn(restoredDir))).toEqual(['oat milk'])
  expect(readFileSync(join(restoredDir, 'first-run.json'), 'utf8')).toBe(
    readFileSync(join(dataDir, 'first-run.json'), 'utf8'),
  )
})

test('an existing file is not overwritten', () => {
  const bytes = readFileSync(file)
  const { status, stderr } = auspex(dataDir, 'backup', file)
  expect(status).toBe(2)
  expect(stderr).toContain('exists')
  expect(readFileSync(file).equals(bytes)).toBe(true)
})

test('a damaged file restores nothing', () => {
  truncateSync(file, statSync(file).size - 1000)
  const { status, stderr } = auspex(otherDir, 'restore', file)
  expect(status).toBe(1)
  expect(stderr).toMatch(/Nothing was restored: The backup is damaged/u)
  expect(['first-run.json', 'database'].filter((name) => existsSync(join(otherDir, name)))).toEqual([])
})
