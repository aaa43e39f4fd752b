import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger, openDatabase, readConfig } from '@auspex/api'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { serve } from '../start/serve.ts'
import { findFreePort } from '../testing/find-free-port.ts'
import { removeData } from '../testing/spawn-server.ts'
import { administerClients } from './clients.command.ts'
import { administerUsers } from './users.command.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'auspex-users-'))
beforeAll(async () => {
  const settings = { AUSPEX_PORT: String(await findFreePort()), AUSPEX_DATA: dataDir, AUSPEX_LOG_LEVEL: 'silent' }
  const serving = await serve(readConfig({ ...settings, AUSPEX_SOURCES: 'live' }), { withWeb: false })
  await serving.close()
})
afterAll(() => removeData(dataDir))
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

const users = (...args: string[]) => run(administerUsers, args)
const clients = (...args: string[]) => run(administerClients, args)

/** Runs a command; returns its output and its exit code. */
async function run(command: typeof administerUsers, args: string[]) {
  vi.stubEnv('AUSPEX_DATA', dataDir)
  const logSpy = vi.spyOn(console, 'log').mockReturnValue()
  const err = vi.spyOn(console, 'error').mockReturnValue()
  const code = await command(args)
  const lines = [...logSpy.mock.calls, ...err.mock.calls].map(([line]) => String(line))
  vi.restoreAllMocks()
  return { code, lines }
}

describe('the operator of the installation', () => {
  test('disables an account, sees its state, enables it, and finds both in the security log', async () => {
    expect(await users('disable', 'member@auspex.example')).toMatchObject({ code: 0 })
    const { lines } = await users('list')
    expect(lines).toHaveLength(3)
    expect(lines.filter((line) => line.includes('DISABLED'))).toEqual([
      expect.stringMatching(/^member@auspex\.example/),
    ])
    expect(await users('enable', 'member')).toMatchObject({ code: 0 })
    expect((await users('list')).lines.join()).not.toContain('DISABLED')
    const database = await openDatabase({ dataDir, log: createLogger('silent') })
    const { rows } = await database.pool.query(
      `select name, account_id from security_event where name like 'account.%abled' order by position`,
    )
    await database.close()
    expect(rows).toEqual([
      { name: 'account.disabled', account_id: 'usr_member' },
      { name: 'account.enabled', account_id: 'usr_member' },
    ])
  })

  test('gets an error for an unknown address', async () => {
    const { code, lines } = await users('disable', 'nobody@auspex.example')
    expect([code, lines.join()]).toEqual([1, expect.stringContaining('No account has')])
  })
})

describe('apps of other teams', () => {
  test('are registered, listed and revoked, which the security log and the audit trail keep', async () => {
    const added = await clients(
      'add',
      '--name',
      'Board',
      '--kind',
      'web',
      '--redirect',
      'https://board.example/in',
      '--scopes',
      'read',
    )
    expect(added.code).toBe(0)
    const id = /app_\w+/.exec(added.lines.join())?.[0] ?? ''
    expect((await clients('list')).lines).toContain(`${id}  Board  web, read, https://board.example/in`)
    expect(await clients('revoke', id)).toMatchObject({ code: 0 })
    expect((await clients('list')).lines.join()).not.toContain('Board')
    expect((await clients('revoke', id)).lines.join()).toContain('No app has the client ID')
    const database = await openDatabase({ dataDir, log: createLogger('silent') })
    const { rows } = await database.pool.query(
      `select name from security_event where name like 'client.%' order by position`,
    )
    const { rows: entries } = await database.pool.query(
      'select operation, target_id, target_name, user_name from audit_entry order by position',
    )
    await database.close()
    expect(rows).toEqual([{ name: 'client.registered' }, { name: 'client.removed' }])
    const board = { target_id: id, target_name: 'Board', user_name: 'auspex clients, at the command line' }
    expect(entries).toEqual([
      { operation: 'registerClient', ...board },
      { operation: 'removeRegisteredClient', ...board },
    ])
  })

  test('that act for themselves get a secret, shown once', async () => {
    const service = ['add', '--name', 'Nightly', '--kind', 'service', '--scopes', 'search']
    expect(await clients(...service)).toMatchObject({
      code: 1,
      lines: ['organizationId must say for whom the service acts'],
    })
    const database = await openDatabase({ dataDir, log: createLogger('silent') })
    await database.pool.query(`insert into organization (id, name, created_at) values ('org_a', 'A', now())`)
    await database.close()
    const { code, lines } = await clients(...service, '--organization', 'org_a')
    expect([code, lines[1]]).toEqual([0, expect.stringMatching(/shown only now: \S{20,}$/)])
  })

  test.each([
    [['add', '--name', 'Board', '--kind', 'web', '--scopes', 'read'], 1],
    [['add', '--name', 'Board', '--kind', 'web', '--redirect', 'http://board.example/in'], 1],
    [['add', '--name', 'Board', '--kind', 'service', '--scopes', 'administer', '--organization', 'org_none'], 1],
    [['add', '--name', 'Board', '--kind', 'desktop'], 2],
    [['add', '--kind', 'web'], 2],
    [['remove'], 2],
  ])('are refused: %j', async (args, code) => {
    expect((await clients(...args)).code).toBe(code)
  })
})
