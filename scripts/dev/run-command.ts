import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Runs a command quietly; says how long it took, or what it printed when it failed. Never rejects: the next change may mend it. */
export async function runCommand(title: string, command: string, args: readonly string[]): Promise<void> {
  const started = performance.now()
  try {
    await promisify(execFile)(command, args, { maxBuffer: 64 * 1024 * 1024 })
    console.log(`  ${title} … ${((performance.now() - started) / 1000).toFixed(1)} s`)
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    console.error(`  ${title} … failed\n${stdout}${stderr}`)
  }
}
