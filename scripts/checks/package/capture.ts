import { spawn } from 'node:child_process'

/** A failed command, with all of its output. */
export class CommandError extends Error {
  override name = 'CommandError'
}

export interface CaptureOptions {
  readonly cwd?: string
  readonly env?: NodeJS.ProcessEnv
  /** @default 180000 */
  readonly timeoutMs?: number
}

/** Runs a command and returns its output; if it fails, the output is the error's message. */
export function capture(
  command: string,
  args: readonly string[],
  { cwd, env, timeoutMs = 180_000 }: CaptureOptions = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeoutMs,
    })
    let output = ''
    const appendOutput = (chunk: Buffer): void => void (output += chunk.toString())
    child.stdout.on('data', appendOutput)
    child.stderr.on('data', appendOutput)
    child.on('error', reject)
    child.on('close', (code, signal) => {
      if (code === 0) resolve(output)
      else reject(new CommandError(`${command} ${args.join(' ')} ended with ${code ?? signal}\n${output}`))
    })
  })
}
