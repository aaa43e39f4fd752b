import { join } from 'node:path'
import { readServerFile } from '@auspex/server'
import { findFreePort } from '@auspex/server/testing'
import { expect, test } from 'vitest'
import { makeTemporaryFolder, start } from '../harness/process.ts'

test('a product started by its own command restarts after its server was killed, and stops on request', async () => {
  const dataDir = join(makeTemporaryFolder('supervised'), 'data')
  const port = String(await findFreePort())
  const command = start(process.execPath, ['scripts/bootstrap.mjs', 'auspex', 'start'], {
    env: { ...process.env, AUSPEX_PORT: port, AUSPEX_DATA: dataDir, AUSPEX_SOURCES: 'live' },
  })
  try {
    await command.says(/Auspex is ready/)
    const first = readServerFile(dataDir)?.pid ?? 0
    process.kill(first, 'SIGKILL')
    await command.says(/Auspex is ready[^]*Auspex is ready/)
    const second = readServerFile(dataDir)?.pid ?? 0
    expect(second).not.toBe(first)
    expect(command.output()).toContain('Auspex ended by SIGKILL. It is started again in 1 s (1 of 5)')
    expect((await fetch(`http://localhost:${port}/api/health/getStatus`)).status).toBe(200)
    command.child.kill('SIGTERM')
    expect(await command.ended).toBe(0)
    expect(() => process.kill(second, 0)).toThrow('ESRCH')
  } finally {
    command.child.kill('SIGTERM')
  }
})
