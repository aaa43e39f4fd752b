import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type JourneyResult, readLog } from './read-log.ts'
import type { JourneyServer } from './journey-server.ts'

/** Runs the journeys one at a time on a server. Throws if Respect itself cannot run. */
export async function runRespect(files: readonly string[], server: JourneyServer): Promise<JourneyResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'auspex-respect-'))
  const log = join(folder, 'log.json')
  try {
    const output = await run([...files, '--server', `auspex=${server.apiUrl}`, '--json-output', log], {
      // not on the command line, where every user of the machine could read it
      REDOCLY_CLI_RESPECT_INPUT: `token=${server.token}`,
    })
    if (!existsSync(log)) throw new Error(`redocly respect wrote no log:\n${output}`)
    return readLog(readFileSync(log, 'utf8'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Ignores Respect's exit code, which adds nothing to the log. */
function run(args: readonly string[], env: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('redocly', ['respect', ...args], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const appendOutput = (chunk: Buffer): void => void (output += chunk.toString())
    child.stdout.on('data', appendOutput)
    child.stderr.on('data', appendOutput)
    child.once('error', reject)
    child.once('close', () => resolve(output))
  })
}
