import { spawn, type SpawnOptions } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Creates a folder outside the checkout that is deleted when this program exits. */
export function makeTemporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `auspex-${name}-`))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Starts a program and collects its output on both streams. */
export function start(command: string, args: readonly string[], options: SpawnOptions = {}) {
  const child = spawn(command, args, { ...options, stdio: ['pipe', 'pipe', 'pipe'] })
  let output = ''
  const ended = new Promise<number | NodeJS.Signals | null>((resolve, reject) => {
    child.once('error', reject).once('close', (code, signal) => resolve(code ?? signal))
  })
  ended.catch(() => {}) // whoever waits for it gets the error
  const listeners = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      for (const listener of listeners) listener()
    })
  return {
    child,
    ended,
    output: () => output,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    /** Resolves once the output matches; rejects if the program ends first, or is not that far in time. */
    says: (pattern: RegExp, withinMs = 120_000): Promise<RegExpExecArray> =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          const match = pattern.exec(output)
          if (match === null) return
          clearTimeout(tooLate)
          listeners.delete(check)
          resolve(match)
        }
        const fail = (why: string) => reject(new Error(`${command} ${args.join(' ')} ${why}:\n${output}`))
        const tooLate = setTimeout(() => fail('did not say it in time'), withinMs)
        ended.then(
          (code) => fail(`ended with ${code}`),
          (error: unknown) => fail(String(error)),
        )
        listeners.add(check)
        check()
      }),
    async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
      child.kill(signal)
      await ended
    },
  }
}

interface CaptureOptions {
  readonly cwd?: string
  readonly env?: NodeJS.ProcessEnv
  readonly timeoutMs?: number
}

/** Runs a command and returns its output; if it fails, the output is the error's message. */
export async function capture(
  command: string,
  args: readonly string[],
  { cwd, env, timeoutMs = 180_000 }: CaptureOptions = {},
): Promise<string> {
  const program = start(command, args, { cwd, env: { ...process.env, ...env }, timeout: timeoutMs })
  program.child.stdin?.end()
  const code = await program.ended
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}\n${program.output()}`)
  return program.output()
}

/** Prints the faults and ends this program: with 0 if there are none. */
export function finish(faults: readonly string[]): never {
  for (const fault of faults) console.error(fault)
  process.exit(faults.length === 0 ? 0 : 1)
}

/** Counts by name, in the order in which they were first seen. */
export function createTally() {
  const counts = new Map<string, number>()
  return {
    counts,
    add: (name: string | number): void => void counts.set(String(name), (counts.get(String(name)) ?? 0) + 1),
    of: (name: string): number => counts.get(name) ?? 0,
    text: (): string => [...counts].map(([name, count]) => `${count} × ${name}`).join(', '),
  }
}

/** Works through 0 to `count`, this many at once. */
export async function inParallel(count: number, atOnce: number, work: (n: number) => Promise<unknown>): Promise<void> {
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

/** Polls until the condition holds; returns the milliseconds it took, or null if it did not in time. */
export async function waitUntil(
  isTrue: () => Promise<boolean>,
  { withinMs = 120_000, everyMs = 100 } = {},
): Promise<number | null> {
  const startedAt = performance.now()
  while (!(await isTrue().catch(() => false))) {
    if (performance.now() - startedAt > withinMs) return null
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
  return performance.now() - startedAt
}

/** The value below which this share of the times lies. */
export function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** Resident memory of a process in MB, now or at its peak; null if the system does not report it. */
export function readMemoryMb(pid: number | undefined, of: 'VmRSS' | 'VmHWM' = 'VmRSS'): number | null {
  try {
    const kilobytes = new RegExp(`${of}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kilobytes === undefined ? null : Number(kilobytes) / 1024
  } catch {
    return null
  }
}
