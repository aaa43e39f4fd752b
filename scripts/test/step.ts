import { runShown, runSilently } from './commands.ts'
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

/** A step that passes if a command exits with 0; it counts as one test. `alone` is the command with which a person reruns it. */
export function commandStep(title: string, command: string, args: readonly string[], rerunCommand: string): Step {
  return {
    title,
    run: async (isBeside) => {
      const { ok, output } = await (isBeside ? runSilently : runShown)({ command, args })
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
