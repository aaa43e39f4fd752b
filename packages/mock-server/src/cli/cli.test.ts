import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { startMockServer } from '../server/start-mock-server.ts'

const program = fileURLToPath(new URL('../cli.ts', import.meta.url))
const running: ChildProcess[] = []
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
})

interface Ran {
  code: number | null
  stdout: string
  stderr: string
}

function launch(...args: string[]) {
  return observe(spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...args]))
}

function observe(child: ChildProcessWithoutNullStreams): {
  child: ChildProcess
  ended: Promise<Ran>
  printed: (what: RegExp) => Promise<string>
} {
  running.push(child)
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, stdout, stderr })) // 'close' reports the exit code
  const printed = async (what: RegExp) => {
    while (!what.test(stdout)) {
      const ran = await Promise.race([once(child.stdout, 'data'), ended])
      if (!Array.isArray(ran) && !what.test(stdout)) throw new Error(`It ended with ${ran.code}: ${ran.stderr}`)
    }
    return stdout
  }
  return { child, ended, printed }
}

/** Turns a printed curl command into the call that it makes. */
function toCall(line: string): [url: string, init: RequestInit] {
  const headers = Object.fromEntries(
    [...line.matchAll(/-H '([^:]+): ([^']+)'/g)].map(([, name = '', value = '']) => [name, value]),
  )
  const body = /-d '([^']+)'/.exec(line)?.[1]
  return [line.split(' ').at(-1) ?? '', body === undefined ? { headers } : { method: 'POST', headers, body }]
}

describe('auspex-mock', () => {
  test('prints three working calls to try, and exits on request with a line that says why', async () => {
    const { child, ended, printed } = launch('--port', '0')
    const text = await printed(/Admin API/)
    const lines = text.split('\n').filter((line) => line.includes('curl '))
    const statuses = await Promise.all(lines.map(async (line) => (await fetch(...toCall(line))).status))
    expect(statuses).toEqual([200, 422, 429])
    child.kill('SIGTERM')
    expect(await ended).toMatchObject({ code: 0, stderr: 'Stopped (SIGTERM).\n' })
  })

  test('ends when the npx that runs it has ended, and frees its port', async () => {
    const run = `require('node:child_process').spawn(process.execPath, process.argv.slice(1), { stdio: 'inherit' })`
    const args = ['--disable-warning=ExperimentalWarning', '-e', run, '--', program, '--port', '0']
    const { child, ended, printed } = observe(
      spawn(process.execPath, args, { env: { ...process.env, npm_command: 'exec' } }),
    )
    await printed(/Admin API/)
    child.kill('SIGKILL')
    // the pipes close with the program, not with its parent
    expect((await ended).stderr).toBe('Stopped (npx has ended).\n')
  })

  test('logs each exchange in one line', async () => {
    const { printed } = launch('--port', '0', '--log', '--delay', '1')
    const url = /http:\/\/[\d.:]+/.exec(await printed(/Admin API/))?.[0] ?? ''
    await fetch(`${url}/api/health/getStatus`)
    expect(await printed(/getStatus {2}\d/)).toMatch(
      /200 GET {4}\/api\/health\/getStatus {2}getStatus {2}\d+\.\d ms {2}\[slow\]/,
    )
  })

  test.each([
    [
      'a scenario that does not exist',
      ['--scenario', 'slwo=3'],
      2,
      /^auspex-mock: There is no scenario "slwo"; known are slow, /,
    ],
    ['an option that does not exist', ['--prot', '1'], 2, /^auspex-mock: Unknown option '--prot'; /],
    [
      'a contract that is not there',
      ['--contract', 'none.json'],
      1,
      /^auspex-mock: none.json: cannot be read \(ENOENT\)\n$/,
    ],
  ])('refuses %s in one sentence', async (_what, args, code, message) => {
    const ran = await launch('--port', '0', ...args).ended
    expect(ran).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(message) })
    expect(ran.stderr.trim().split('\n')).toHaveLength(1)
  })

  test('refuses a port in use, and suggests another', async () => {
    const first = await startMockServer()
    const port = new URL(first.url).port
    const ran = await launch('--port', port).ended
    await first.close()
    expect(ran).toMatchObject({ code: 1, stderr: expect.stringContaining(`--port ${Number(port) + 1}`) })
  })

  test('runs a command against itself and exits with its code', async () => {
    const call =
      "fetch(process.env.AUSPEX_API_URL + '/health/getStatus').then((reply) => process.exit(reply.status === 200 ? 7 : 1))"
    expect((await launch('--port', '0', '--quiet', '--', process.execPath, '-e', call).ended).code).toBe(7)
  })

  test('exits with 1 under --strict when the proxied server broke the contract, and otherwise with 0', async () => {
    const real = await startMockServer()
    const call =
      "fetch(process.env.AUSPEX_API_URL + '/users/me', { headers: JSON.parse(process.argv[1]) }).then((reply) => reply.text())"
    const judge = () =>
      launch(
        '--port',
        '0',
        '--proxy',
        real.apiUrl,
        '--strict',
        '--',
        process.execPath,
        '-e',
        call,
        JSON.stringify({ authorization: 'Bearer mira' }),
      ).ended
    const honest = await judge()
    // no contract allows half of a body
    real.addScenarios('truncated')
    const lying = await judge()
    await real.close()
    expect(honest).toMatchObject({ code: 0, stderr: '' })
    expect(lying).toMatchObject({ code: 1, stderr: expect.stringContaining('GET /api/users/me: ') })
    expect(lying.stderr).toContain('the body is not JSON')
  })
})
