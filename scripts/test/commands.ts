import { spawn } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'

interface Command {
  readonly command: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Time limit; none if omitted. */
  readonly limitMs?: number
}

/** How long to wait for a command's remaining output after it exits. */
const lastWordsMs = 2_000

export interface CommandResult {
  /** Whether it exited with 0. */
  readonly ok: boolean
  /** Its output on both streams, without colours. */
  readonly output: string
}

/** Runs a command and shows its output as it arrives. */
export function runShown(command: Command): Promise<CommandResult> {
  return listen(command, (chunk, isError) => (isError ? process.stderr : process.stdout).write(chunk))
}

/** Runs a command without showing its output. */
export function runSilently(command: Command): Promise<CommandResult> {
  return listen(command, () => {})
}

function listen(
  { command, args, env = {}, limitMs }: Command,
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
    const tooLong = limitMs === undefined ? undefined : setTimeout(() => stop(limitMs), limitMs)
    const end = (ok: boolean, why = ''): void => {
      clearTimeout(tooLong)
      resolve({ ok, output: stripVTControlCharacters(Buffer.concat(printed).toString()) + why })
    }
    function stop(afterMs: number): void {
      const why = `\n${command} ${args.join(' ')}\nIt did not end within ${afterMs / 1000} s and was stopped.\n`
      show(Buffer.from(why), true)
      child.kill('SIGKILL')
      end(false, why)
    }
    child.on('error', (error) => end(false, String(error)))
    child.on('close', (code) => end(code === 0))
    // a child process may outlive the command and keep its output open, so `close` might never fire
    child.on('exit', (code) =>
      setTimeout(() => {
        child.stdout.destroy()
        child.stderr.destroy()
        end(code === 0)
      }, lastWordsMs).unref(),
    )
  })
}
