/** Usage: node main.ts COMMAND [ARG …]; people run it through `bin/auspex.mjs` or the repository's npm scripts. */
import { runProgram } from './program/run-program.ts'

process.exit(await runProgram(process.argv.slice(2)))
