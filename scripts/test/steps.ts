import { spawn } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'

export interface Outcome {
  readonly passed: number
  readonly failed: number
}

/** Runs a command with its output shown; resolves with whether it ended well. */
export const run = (command: string, args: readonly string[], env: Record<string, string> = {}): Promise<boolean> =>
  new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } })
    child.on('error', () => resolve(false))
    child.on('exit', (code) => resolve(code === 0))
  })

/** The same, with what it said; its output is shown as it comes. */
export const runAndListen = (
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<{ ok: boolean; output: string }> =>
  new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: ['inherit', 'pipe', 'pipe'],
      env: { ...process.env, FORCE_COLOR: '1', ...env },
    })
    const heard: Buffer[] = []
    for (const [stream, shown] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ] as const)
      stream.on('data', (chunk: Buffer) => {
        heard.push(chunk)
        shown.write(chunk)
      })
    const end = (ok: boolean): void =>
      resolve({ ok, output: stripVTControlCharacters(Buffer.concat(heard).toString()) })
    child.on('error', () => end(false))
    child.on('close', (code) => end(code === 0))
  })

/** A check counts as one test. */
export const check = async (command: string, args: readonly string[]): Promise<Outcome> =>
  (await run(command, args)) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }

/** Adds outcomes up. A runner that died before it could count has failed once. */
export const add = (outcomes: readonly Outcome[]): Outcome => ({
  passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
  failed: outcomes.reduce((sum, { failed }) => sum + failed, 0),
})
