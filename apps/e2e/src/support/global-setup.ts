import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/**
 * Starts the product once for all journeys, and returns a function that stops it. Workers read its location from the environment.
 * If the address and data folder of a running server are already set, that server is used instead, and left running.
 */
export default async function globalSetup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.AUSPEX_E2E_URL && process.env.AUSPEX_E2E_DATA) return undefined
  const stack = await startStack()
  process.env.AUSPEX_E2E_URL = stack.url
  process.env.AUSPEX_E2E_DATA = stack.dataDir
  return () => stack.stop()
}

const repository = resolve(import.meta.dirname, '../../../..')

/** What the product prints at its start once everything is ready. */
const readyLine = 'Auspex is ready'
const restartLine = 'It is started again'

/** Long enough for a start that first has to build the web app and create the database. */
const startLimitMs = 180_000

/** A server that has not exited this long after SIGTERM is killed. */
const stopLimitMs = 10_000

export interface Stack {
  readonly url: string
  readonly dataDir: string
  /** Stops the server and deletes its data. */
  stop(): Promise<void>
}

/** Starts the entire product as `npm start` does: on a free port, in a new data folder, with the demo corpus; `settings` extend its environment. */
export async function startStack(settings: Record<string, string> = {}): Promise<Stack> {
  const port = await findFreePort()
  const dataDir = mkdtempSync(join(tmpdir(), 'auspex-e2e-'))
  const server = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'apps/server/bin/auspex.mjs', 'start'],
    {
      cwd: repository,
      env: {
        ...process.env,
        AUSPEX_PORT: String(port),
        AUSPEX_DATA: dataDir,
        AUSPEX_SOURCES: 'demo',
        // An empty variable counts as absent, so that a developer's own database and provider are not used.
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
      detached: true, // so that what it started can be killed with it
    },
  )
  let output = ''
  for (const stream of [server.stdout, server.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const stop = async (): Promise<void> => {
    await end(server)
    rmSync(dataDir, { recursive: true, force: true })
    // its supervisor restarts a server that crashes, and journeys might pass all the same
    if (output.includes(restartLine)) throw new Error(`The server crashed:\n${output}`)
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
    const appendOutput = (chunk: Buffer): void => {
      output += chunk.toString()
      if (output.includes(readyLine)) ready()
    }
    server.stdout?.on('data', appendOutput)
    server.stderr?.on('data', appendOutput)
    server.once('exit', (code) => fail(new Error(`The server ended with ${code}:\n${output}`)))
    limit = setTimeout(() => fail(new Error(`The server was not ready in time:\n${output}`)), startLimitMs)
  }).finally(() => clearTimeout(limit))
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const exited = new Promise((resolveEnd) => server.once('exit', resolveEnd))
  const limit = setTimeout(() => process.kill(-(server.pid ?? 0), 'SIGKILL'), stopLimitMs)
  server.kill('SIGTERM')
  await exited
  clearTimeout(limit)
}

function findFreePort(): Promise<number> {
  return new Promise((resolvePort) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      // listen() on a TCP port gives an AddressInfo, never a pipe name.
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolvePort(port))
    })
  })
}
