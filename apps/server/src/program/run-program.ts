import { type Command, commands } from './commands.ts'

/** The exit code for an invalid command line. */
const usageExitCode = 2

/** Runs the command that the arguments name and resolves with the exit code. */
export async function runProgram([name, ...args]: readonly string[]): Promise<number> {
  if (name === undefined) {
    console.error(writeHelp())
    return usageExitCode
  }
  if (asksForHelp(name)) {
    console.log(writeHelp())
    return 0
  }
  const command = commands.find((each) => each.name === name)
  if (command === undefined) {
    console.error(
      `auspex has no command ${JSON.stringify(name)}. It has ${commands.map((each) => each.name).join(', ')}.`,
    )
    return usageExitCode
  }
  if (args.some(asksForHelp)) {
    console.log(writeCommandHelp(command))
    return 0
  }
  const run = await command.load()
  return run(args)
}

function asksForHelp(arg: string): boolean {
  return arg === '--help' || arg === '-h'
}

function callOf({ name, parameters }: Command): string {
  return `auspex ${name} ${parameters}`.trimEnd()
}

function writeHelp(): string {
  const width = Math.max(...commands.map((command) => callOf(command).length))
  const lines = commands.map((command) => `  ${callOf(command).padEnd(width)}  ${command.summary}`)
  return `Usage: auspex COMMAND [ARG …]\n\n${lines.join('\n')}\n\nauspex COMMAND --help says more about one.`
}

function writeCommandHelp(command: Command): string {
  return `Usage: ${callOf(command)}\n\n${command.summary}.\n\n${command.details}`
}
