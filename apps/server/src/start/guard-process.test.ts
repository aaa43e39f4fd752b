import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { requestLines, sendRaw, statusOf } from '../testing/send-raw.ts'

const program = fileURLToPath(new URL('testing/failing-server.main.ts', import.meta.url))
const children: ChildProcess[] = []
afterEach(() => children.splice(0).forEach((child) => child.kill('SIGKILL')))

/** Starts a separate process, because the failures would end the tests' own. */
const startServer = async () => {
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  let log = ''
  const heard = async (pattern: RegExp): Promise<string> => {
    for (;;) {
      const [, found] = pattern.exec(log) ?? []
      if (found !== undefined) return found
      await once(child.stdout, 'data')
    }
  }
  child.stdout.on('data', (chunk: Buffer) => (log += chunk.toString()))
  const port = Number(await heard(/port (\d+)/))
  return { child, heard, log: () => log, get: (path: string) => sendRaw(port, requestLines(`GET ${path} HTTP/1.1`)) }
}

describe('a server in which a promise fails and nothing hears it', () => {
  test('answers 500 to the request it was for, logs where, and goes on', async () => {
    const { get, log, child } = await startServer()
    expect(statusOf(await get('/rejection'))).toBe(500)
    expect(log()).toMatch(/nobody heard this\n\s+at .*failing-server/)
    expect(await get('/well')).toMatch(/well$/)
    expect(child.exitCode).toBeNull()
  })
})

describe('a server in which an exception is not caught', () => {
  test('answers 500, lets the others finish, logs where, and ends with a code of its own', async () => {
    const { get, heard, log, child } = await startServer()
    const exited = once(child, 'exit')
    const slow = get('/slow')
    await heard(/(slow began)/)
    expect(statusOf(await get('/exception'))).toBe(500)
    expect(await slow).toMatch(/finished$/)
    expect(await exited).toEqual([70, null])
    expect(log()).toMatch(/nobody caught this\n\s+at .*failing-server/)
  })
})
