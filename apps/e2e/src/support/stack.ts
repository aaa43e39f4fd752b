import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const repository = resolve(import.meta.dirname, '../../../..')

/** What the start of the product prints once everything answers. */
const readyLine = 'Auspex is ready'

/** Enough for a start that has to build the web app and create the database first. */
const startLimitMs = 180_000

/** A server that has not ended this long after SIGTERM is killed. */
const stopLimitMs = 10_000

export interface Stack {
  readonly url: string
  readonly dataDir: string
  /** Ends the server and deletes its data. */
  stop(): Promise<void>
}

/** Starts the whole product as `npm start` does: on a free port, in a data folder of its own, with the demo corpus; `settings` are more of its environment. */
export async function startStack(settings: Record<string, string> = {}): Promise<Stack> {
  const port = await findFreePort()
  const dataDir = mkdtempSync(join(tmpdir(), 'auspex-e2e-'))
  const server = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'apps/server/src/main.ts', 'start'],
    {
      cwd: repository,
      env: {
        ...process.env,
        AUSPEX_PORT: String(port),
        AUSPEX_DATA: dataDir,
        AUSPEX_SOURCES: 'demo',
        // An empty variable counts as absent: a developer's own database and provider stay out of this.
        AUSPEX_HOST: '',
        AUSPEX_PUBLIC_URL: '',
        DATABASE_URL: '',
        OIDC_ISSUER: '',
        AUSPEX_MODEL_URL: '',
        AUSPEX_MODEL_NAME: '',
        AUSPEX_MODEL_KEY: '',
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const stop = async (): Promise<void> => {
    await end(server)
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await waitUntilReady(server)
  } catch (error) {
    await stop()
    throw error
  }
  return { url: `http://localhost:${port}`, dataDir, stop }
}

async function waitUntilReady(server: ChildProcess): Promise<void> {
  let output = ''
  let limit: NodeJS.Timeout | undefined
  await new Promise<void>((ready, fail) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString()
      if (output.includes(readyLine)) ready()
    }
    server.stdout?.on('data', read)
    server.stderr?.on('data', read)
    server.once('exit', (code) => fail(new Error(`The server ended with ${code}:\n${output}`)))
    limit = setTimeout(() => fail(new Error(`The server was not ready in time:\n${output}`)), startLimitMs)
  }).finally(() => clearTimeout(limit))
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = new Promise((resolveEnd) => server.once('exit', resolveEnd))
  const limit = setTimeout(() => server.kill('SIGKILL'), stopLimitMs)
  server.kill('SIGTERM')
  await ended
  clearTimeout(limit)
}

function findFreePort(): Promise<number> {
  return new Promise((resolvePort) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      // A listener on TCP has an AddressInfo, never the name of a pipe.
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolvePort(port))
    })
  })
}
