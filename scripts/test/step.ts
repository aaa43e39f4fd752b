import { runShown, runSilently } from './commands.ts'
import { failOnce, type Outcome, passedOnce } from './outcome.ts'

/** One part of a run, told by its title, and by its number when it has begun. */
export interface Step {
  readonly title: string
  /** Shows what it prints as it comes, or all at once at its end when something else runs beside it. */
  readonly run: (isBeside: boolean) => Promise<Outcome>
}

/** Steps that run one after the other, or two at a time because most of them keep one core busy. */
export interface Phase {
  readonly atOnce: 1 | 2
  readonly steps: readonly Step[]
}

/** A step that passes when a command ends with 0; it counts as one test. `alone` is the command that a person types to run it alone. */
export function commandStep(title: string, command: string, args: readonly string[], alone: string): Step {
  return {
    title,
    run: async (isBeside) => {
      const { ok, output } = await (isBeside ? runSilently : runShown)({ command, args })
      if (isBeside) console.log(`\n── ${title}\n${output.trimEnd()}`)
      return ok ? passedOnce : failOnce({ title, command: alone })
    },
  }
}

/** A step that is one of our own scripts, by its path under `scripts/`. */
export function scriptStep(title: string, file: string, ...args: string[]): Step {
  return commandStep(title, 'node', [`scripts/${file}`, ...args], `npm run check ${[file, ...args].join(' ')}`)
}

/** A step that is a tool from `node_modules/.bin`. */
export function toolStep(title: string, tool: string, ...args: string[]): Step {
  return commandStep(title, tool, args, `npx ${[tool, ...args].join(' ')}`)
}
