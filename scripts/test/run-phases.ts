import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { failOnce, type Outcome, passedOnce } from './outcome.ts'

/** One part of a run, printed with its title, and with its number once it has started. */
export interface Step {
  readonly title: string
  /** Shows output as it arrives, or all at once at the end if another step runs in parallel. */
  readonly run: (isBeside: boolean) => Promise<Outcome>
}

/** Steps that run one at a time, or two at a time because most of them use only one core. */
export interface Phase {
  readonly atOnce: 1 | 2
  readonly steps: readonly Step[]
}

/** Runs a command, shows its output as it arrives unless it is silent, and resolves with it, without colours. */
export function runCommand(
  command: string,
  args: readonly string[],
  { env = {}, isSilent = false }: { env?: Readonly<Record<string, string>> | undefined; isSilent?: boolean } = {},
): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: ['inherit', 'pipe', 'pipe'],
      env: { ...process.env, FORCE_COLOR: '1', ...env },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString()
        if (!isSilent) (stream === child.stderr ? process.stderr : process.stdout).write(chunk)
      })
    const end = (ok: boolean): void => resolve({ ok, output: stripVTControlCharacters(output) })
    child.on('error', (error) => {
      output += String(error)
      end(false)
    })
    child.on('close', (code) => end(code === 0))
    // a child process may outlive the command and keep its output open, so `close` might never fire
    child.on('exit', (code) =>
      setTimeout(() => {
        child.stdout.destroy()
        child.stderr.destroy()
        end(code === 0)
      }, 2_000).unref(),
    )
  })
}

/** A step that passes if a command exits with 0; it counts as one test. */
function commandStep(title: string, command: string, args: readonly string[], rerunCommand: string): Step {
  return {
    title,
    run: async (isBeside) => {
      const { ok, output } = await runCommand(command, args, { isSilent: isBeside })
      if (isBeside) console.log(`\n── ${title}\n${output.trimEnd()}`)
      return ok ? passedOnce : failOnce({ title, command: rerunCommand })
    },
  }
}

/** A step that runs one of our scripts, given its path under `scripts/`. */
export function scriptStep(title: string, file: string, ...args: string[]): Step {
  return commandStep(title, 'node', [`scripts/${file}`, ...args], `npm run check ${[file, ...args].join(' ')}`)
}

/** A step that runs a tool from `node_modules/.bin`. */
export function toolStep(title: string, tool: string, ...args: string[]): Step {
  return commandStep(title, tool, args, `npx ${[tool, ...args].join(' ')}`)
}

/** Seconds that each step takes on two idle cores; times measured on this machine replace them. */
const typicalFile = new URL('durations.json', import.meta.url)
const ownFile = 'test-results/durations.json'

function readSeconds(file: string | URL): Record<string, number> {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>) : {}
}

/** Runs the phases in order, prints progress and the time left, and resolves with each step's outcome. A step that throws counts as failed. */
export async function runPhases(phases: readonly Phase[]): Promise<Outcome[]> {
  const known = { ...readSeconds(typicalFile), ...readSeconds(ownFile) }
  const costs = new Map(
    phases.flatMap(({ atOnce, steps }) => steps.map(({ title }) => [title, (known[title] ?? 10) / atOnce] as const)),
  )
  const total = [...costs.values()].reduce((sum, cost) => sum + cost, 0)
  const startedAt = performance.now()
  const measured: Record<string, number> = {}
  const outcomes: Outcome[] = []
  let [begun, done] = [0, 0]

  const runStep = async ({ title, run }: Step, isBeside: boolean): Promise<void> => {
    begun += 1
    // how much slower or faster than expected this run has been so far
    const pace = done < 20 ? 1 : (performance.now() - startedAt) / 1000 / done
    const left = (total - done) * pace
    const words = left < 60 ? 'less than a minute left' : `about ${Math.round(left / 60)} min left`
    console.log(`\n── ${title}: ${begun} of ${costs.size}, ${words}`)
    const began = performance.now()
    const outcome = await run(isBeside).catch((error: unknown) => {
      console.error(error)
      return failOnce({ title, command: 'npm test', reason: String(error) })
    })
    const seconds = (performance.now() - began) / 1000
    measured[title] = Math.round(seconds * 10) / 10
    done += costs.get(title) ?? 0
    const { length: failed } = outcome.failures
    console.log(`── ${title}: ${failed === 0 ? 'ok' : `${failed} failed`} (${seconds.toFixed(1)} s)`)
    outcomes.push(outcome)
  }
  for (const { atOnce, steps } of phases) {
    const waiting = [...steps]
    const worker = async (): Promise<void> => {
      for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) await runStep(step, atOnce > 1)
    }
    await Promise.all(Array.from({ length: atOnce }, worker))
  }
  mkdirSync('test-results', { recursive: true })
  writeFileSync(ownFile, `${JSON.stringify({ ...readSeconds(ownFile), ...measured }, null, 2)}\n`)
  return outcomes
}
