import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nodeFlags } from '../supervisor/node-flags.mjs'
import { findFreePort } from './find-free-port.ts'

const sources = fileURLToPath(new URL('../main.ts', import.meta.url))

export interface SpawnedServer {
  readonly url: string
  readonly dataDir: string
  readonly readyMs: number
  readonly pid: number
  /** Null while it is running. */
  exitCode(): number | NodeJS.Signals | null
  /** All output so far, including its log. */
  output(): string
  /** Peak resident memory of the server process so far, in MB; null if the system does not report it. */
  peakMemoryMb(): number | null
  /** Stops it as Ctrl-C does. */
  stop(): Promise<void>
  /** Kills it as a crash would: without a message or a chance to clean up. */
  kill(): Promise<void>
}

/**
 * Starts the real server, on a free port unless AUSPEX_PORT names one; `dataDir` continues an earlier one. It runs from its sources, unless `program`
 * names its bundle.
 */
export const spawnServer = async (
  environment: Record<string, string>,
  dataDir = mkdtempSync(join(tmpdir(), 'auspex-')),
  { args = [], program = sources }: { args?: readonly string[]; program?: string } = {},
): Promise<SpawnedServer> => {
  const port = Number(environment.AUSPEX_PORT ?? (await findFreePort()))
  const started = performance.now()
  const child = spawn(process.execPath, [...nodeFlags, program, 'start', ...args], {
    env: { ...process.env, AUSPEX_PORT: String(port), AUSPEX_DATA: dataDir, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  await new Promise<void>((resolve, reject) => {
    const appendOutput = (chunk: Buffer): void => {
      output += chunk.toString()
      if (output.includes('Auspex is ready')) resolve()
    }
    child.stdout.on('data', appendOutput)
    child.stderr.on('data', appendOutput)
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${output}`)))
  })
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await exited
  }
  return {
    url: `http://localhost:${port}`,
    dataDir,
    readyMs: performance.now() - started,
    pid: child.pid ?? 0,
    exitCode: () => child.exitCode ?? child.signalCode,
    output: () => output,
    peakMemoryMb: () => {
      try {
        const kb = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]
        return kb === undefined ? null : Math.round(Number(kb) / 1024)
      } catch {
        return null
      }
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}

export const removeData = (dataDir: string): void => rmSync(dataDir, { recursive: true, force: true })
