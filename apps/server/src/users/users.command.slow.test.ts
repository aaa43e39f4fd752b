import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger, openDatabase, readConfig } from '@auspex/api'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { serve } from '../start/serve.ts'
import { findFreePort } from '../testing/find-free-port.ts'
import { removeData } from '../testing/spawn-server.ts'
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

/** Runs the command; returns its output and its exit code. */
async function users(...args: string[]) {
  vi.stubEnv('AUSPEX_DATA', dataDir)
  const out = vi.spyOn(console, 'log').mockReturnValue()
  const err = vi.spyOn(console, 'error').mockReturnValue()
  const code = await administerUsers(args)
  const lines = [...out.mock.calls, ...err.mock.calls].map(([line]) => String(line))
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
