#!/usr/bin/env node
// Usage: auspex COMMAND [ARG …]; auspex --help lists the commands.
import { runAuspex } from '../src/supervisor/run-auspex.mjs'

process.exit(await runAuspex({ args: process.argv.slice(2) }))
