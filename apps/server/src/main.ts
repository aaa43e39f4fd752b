/** Usage: node main.ts COMMAND [ARG …]; people run it as `bin/auspex.mjs` or by the npm scripts of the repository. */
import { runProgram } from './program/run-program.ts'

process.exit(await runProgram(process.argv.slice(2)))
