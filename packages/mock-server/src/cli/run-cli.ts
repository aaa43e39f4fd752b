import { spawn } from 'node:child_process'
import { resolve as resolvePath } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { toLine } from '../proxy/violations.ts'
import { ScenarioError } from '../scenarios/parse-scenarios.ts'
import { ContractFileError } from '../server/contract-source.ts'
import { ListenError } from '../server/listen.ts'
import type { AnsweredExchange } from '../server/log-exchanges.ts'
import type { DocsHandler } from '../server/route-request.ts'
import type { ContractEvent } from '../server/watch-contract.ts'
import { type MockServer, startMockServer } from '../server/start-mock-server.ts'
import { greeting, help, scenarioList } from './help.ts'
import { type Arguments, readArguments, type ServeArguments, UsageError } from './read-arguments.ts'

export interface CliChoices {
  version: string
  /** Serves `/docs`. */
  docs?: DocsHandler
  /** Base of relative paths on the command line. Default: the working directory. */
  folder?: string
}

/** Runs `auspex-mock` until it is stopped; exits with 0, with 1 for a failure or violations, or with 2 for an invalid command line. */
export async function runCli(argv: readonly string[], choices: CliChoices): Promise<void> {
  try {
    const args = readArguments(argv)
    if (args.kind !== 'serve') process.stdout.write(textFor(args, choices))
    else await serve(args, choices)
  } catch (error) {
    if (error instanceof UsageError || error instanceof ScenarioError) fail(error.message, 2)
    else if (error instanceof ListenError || error instanceof ContractFileError) fail(error.message, 1)
    else throw error
  }
}

function textFor({ kind }: Exclude<Arguments, { kind: 'serve' }>, { version }: CliChoices): string {
  if (kind === 'help') return help
  return kind === 'scenarios' ? scenarioList : `${version}\n`
}

async function serve(args: ServeArguments, { docs, folder = '.' }: CliChoices): Promise<void> {
  // by default V8 lets more than 100 MB of garbage accumulate; collecting earlier costs 5 % of the time
  setFlagsFromString('--semi-space-growth-factor=1')
  const print = (line: string) => {
    if (!args.quiet) process.stdout.write(`${line}\n`)
  }
  const server = await startMockServer({
    host: args.host,
    port: args.port,
    seed: args.seed,
    watch: args.watch,
    scenarios: args.scenarios,
    ...(args.contract !== null && { contractFile: resolvePath(folder, args.contract) }),
    ...(args.proxy !== null && { proxy: args.proxy }),
    ...(docs !== undefined && { docs }),
    ...(args.log && { onExchange: (exchange: AnsweredExchange) => print(exchangeLine(exchange)) }),
    onContract: (event) => (event.kind === 'refused' ? warn(contractLine(event)) : print(contractLine(event))),
    onViolation: (violation) => warn(toLine(violation)),
  })
  const contract = server.mock.contract
  print(greeting({ contract, url: server.url, ms: performance.now(), proxy: args.proxy?.api ?? null }))

  const end = async (code: number): Promise<void> => {
    await server.close()
    if (args.proxy !== null) print(summary(server))
    process.exit(args.strict && code === 0 && server.violationCount() > 0 ? 1 : code)
  }
  process.once('SIGINT', () => void end(0))
  process.once('SIGTERM', () => void end(0))
  if (args.command.length > 0) void end(await runCommand(args.command, server))
}

/** Runs a program against the server; resolves with its exit code. */
function runCommand([program = '', ...args]: readonly string[], server: MockServer): Promise<number> {
  const env = { ...process.env, AUSPEX_API_URL: server.apiUrl, AUSPEX_ASSISTANT_URL: server.assistantUrl }
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: 'inherit', env, shell: process.platform === 'win32' })
    child.on('error', (error) => {
      warn(`${program} cannot be run: ${error.message}`)
      resolve(1)
    })
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

function exchangeLine({ method, target, status, operationId, durationMs, scenarios }: AnsweredExchange): string {
  return `${status} ${method.padEnd(6)} ${target}  ${operationId ?? 'no operation'}  ${durationMs.toFixed(1)} ms${scenarios.length === 0 ? '' : `  [${scenarios.join(', ')}]`}`
}

function contractLine(event: ContractEvent): string {
  return event.kind === 'reloaded'
    ? `The contract changed: ${event.operations} operations, served after ${event.ms} ms`
    : `The contract changed and cannot be served, so the last valid one stays: ${event.message}`
}

function summary(server: MockServer): string {
  const count = server.violationCount()
  return count === 0
    ? 'Nothing broke the contract'
    : `The contract was broken ${count === 1 ? 'once' : `${count} times`}`
}

function warn(line: string): void {
  process.stderr.write(`${line}\n`)
}

function fail(message: string, code: number): void {
  warn(`auspex-mock: ${message}`)
  process.exitCode = code
}
