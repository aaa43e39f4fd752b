import { spawn } from 'node:child_process'

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

/** A check counts as one test. */
export const check = async (command: string, args: readonly string[]): Promise<Outcome> =>
  (await run(command, args)) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }

/** Adds outcomes up. A runner that died before it could count has failed once. */
export const add = (outcomes: readonly Outcome[]): Outcome => ({
  passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
  failed: outcomes.reduce((sum, { failed }) => sum + failed, 0),
})
