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
  listen({ command, args, env }, (chunk, isError) => (isError ? process.stderr : process.stdout).write(chunk))

/** The same, without showing anything. */
export const runSilently = (command: string, args: readonly string[]): Promise<{ ok: boolean; output: string }> =>
  listen({ command, args, env: {} }, () => {})

const listen = (
  { command, args, env }: { command: string; args: readonly string[]; env: Record<string, string> },
  show: (chunk: Buffer, isError: boolean) => void,
): Promise<{ ok: boolean; output: string }> =>
  new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: ['inherit', 'pipe', 'pipe'],
      env: { ...process.env, FORCE_COLOR: '1', ...env },
    })
    const heard: Buffer[] = []
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        heard.push(chunk)
        show(chunk, stream === child.stderr)
      })
    const end = (ok: boolean, why = ''): void =>
      resolve({ ok, output: stripVTControlCharacters(Buffer.concat(heard).toString()) + why })
    child.on('error', (error) => end(false, String(error)))
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
