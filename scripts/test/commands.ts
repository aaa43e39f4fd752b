import { spawn } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'

interface Command {
  readonly command: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

export interface CommandResult {
  /** Whether it ended with 0. */
  readonly ok: boolean
  /** What it printed on both streams, without colours. */
  readonly output: string
}

/** Runs a command and shows what it prints as it comes. */
export function runShown(command: Command): Promise<CommandResult> {
  return listen(command, (chunk, isError) => (isError ? process.stderr : process.stdout).write(chunk))
}

/** Runs a command and shows nothing. */
export function runSilently(command: Command): Promise<CommandResult> {
  return listen(command, () => {})
}

function listen(
  { command, args, env = {} }: Command,
  show: (chunk: Buffer, isError: boolean) => void,
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: ['inherit', 'pipe', 'pipe'],
      env: { ...process.env, FORCE_COLOR: '1', ...env },
    })
    const printed: Buffer[] = []
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        printed.push(chunk)
        show(chunk, stream === child.stderr)
      })
    const end = (ok: boolean, why = ''): void =>
      resolve({ ok, output: stripVTControlCharacters(Buffer.concat(printed).toString()) + why })
    child.on('error', (error) => end(false, String(error)))
    child.on('close', (code) => end(code === 0))
  })
}
