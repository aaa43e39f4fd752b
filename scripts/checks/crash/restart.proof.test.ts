import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readServerFile } from '@auspex/server'
import { findFreePort, removeData } from '@auspex/server/testing'

const dataDir = mkdtempSync(join(tmpdir(), 'auspex-supervised-'))
afterAll(() => removeData(dataDir))

describe('a product started by its own command', () => {
  test('is there again after its server was killed, and stops when it is told to', async () => {
    const port = await findFreePort()
    const child = spawn(process.execPath, ['scripts/bootstrap.mjs', 'auspex', 'start'], {
      env: { ...process.env, AUSPEX_PORT: String(port), AUSPEX_DATA: dataDir, AUSPEX_SOURCES: 'live' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const exited = once(child, 'exit')
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    const ready = async (times: number): Promise<number> => {
      while (output.split('Auspex is ready').length <= times) {
        if (child.exitCode !== null) throw new Error(`The command ended:\n${output}`)
        await Promise.race([once(child.stdout, 'data'), exited])
      }
      return readServerFile(dataDir)?.pid ?? 0
    }
    try {
      const first = await ready(1)
      process.kill(first, 'SIGKILL')
      const second = await ready(2)
      expect(second).not.toBe(first)
      expect(output).toContain('Auspex ended by SIGKILL. It is started again in 1 s (1 of 5)')
      expect((await fetch(`http://localhost:${port}/api/health/getStatus`)).status).toBe(200)
      child.kill('SIGTERM')
      expect(await exited).toEqual([0, null])
      expect(() => process.kill(second, 0)).toThrow('ESRCH')
    } finally {
      child.kill('SIGTERM')
    }
  })
})
