#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { runCli } from './cli/run-cli.ts'

// one level up in the sources and in the build output
const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string } // our own

await runCli(process.argv.slice(2), { version: manifest.version })
