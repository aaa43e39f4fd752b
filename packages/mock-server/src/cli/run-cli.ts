import { spawn } from 'node:child_process'
import { resolve as resolvePath } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import type { Violation } from '../proxy/proxy.ts'
import type { AnsweredExchange } from '../request-log.ts'
import { ScenarioError } from '../scenarios/parse-scenarios.ts'
import { type ContractEvent, ContractFileError } from '../server/contract-file.ts'
import { ListenError } from '../server/listen.ts'
import type { DocsHandler } from '../server/route-request.ts'
import { type MockServer, startMockServer } from '../server/start-mock-server.ts'
import { greeting, help, scenarioList, readArguments, type ServeArguments, UsageError } from './read-arguments.ts'

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
    if (args.kind === 'serve') await serve(args, choices)
    else process.stdout.write({ help, scenarios: scenarioList, version: `${choices.version}\n` }[args.kind])
  } catch (error) {
    const isUsage = error instanceof UsageError || error instanceof ScenarioError
    if (!isUsage && !(error instanceof ListenError) && !(error instanceof ContractFileError)) throw error
    warn(`auspex-mock: ${error.message}`)
    process.exitCode = isUsage ? 2 : 1
  }
}

async function serve(args: ServeArguments, { docs, folder = '.' }: CliChoices): Promise<void> {
  // by default V8 lets more than 100 MB of garbage accumulate; collecting earlier costs 5 % of the time
  setFlagsFromString('--semi-space-growth-factor=1')
  const { host, port, seed, watch, scenarios, proxy, contract, quiet } = args
  const print = (line: string) => {
    if (!quiet) process.stdout.write(`${line}\n`)
  }
  const server = await startMockServer({
    host,
    port,
    seed,
    watch,
    scenarios,
    ...(contract !== null && { contractFile: resolvePath(folder, contract) }),
    ...(proxy !== null && { proxy }),
    ...(docs !== undefined && { docs }),
    ...(args.log && { onExchange: (exchange: AnsweredExchange) => print(exchangeLine(exchange)) }),
    onContract: (event) => (event.kind === 'refused' ? warn(contractLine(event)) : print(contractLine(event))),
    onViolation: (violation) => warn(violationLine(violation)),
  })
  const end = async (code: number, reason?: string): Promise<void> => {
    await server.close()
    // on stderr: the output of a pipe may be somebody's data
    if (reason !== undefined && !quiet) warn(reason)
    const count = server.violationCount()
    const times = count === 1 ? 'once' : `${count} times`
    if (proxy !== null) print(count === 0 ? 'Nothing broke the contract' : `The contract was broken ${times}`)
    process.exit(args.strict && code === 0 && count > 0 ? 1 : code)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end(0, `Stopped (${signal}).`))
  onParentGone(() => void end(0, 'Stopped (npx has ended).'))
  // whoever reads that it is ready may end it at once
  const ms = performance.now()
  print(greeting({ contract: server.mock.contract, url: server.url, ms, proxy: proxy?.api ?? null }))
  if (args.command.length > 0) void end(await runCommand(args.command, server))
}

const parentCheckMs = 500

/** A signal that ends npx does not reach what it runs, which would keep its port. */
function onParentGone(act: () => void): void {
  const { ppid, env } = process
  if (env['npm_command'] !== 'exec') return
  const timer = setInterval(() => {
    if (process.ppid === ppid) return
    clearInterval(timer)
    act()
  }, parentCheckMs)
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
  const applied = scenarios.length === 0 ? '' : `  [${scenarios.join(', ')}]`
  return `${status} ${method.padEnd(6)} ${target}  ${operationId ?? 'no operation'}  ${durationMs.toFixed(1)} ms${applied}`
}

function contractLine(event: ContractEvent): string {
  return event.kind === 'reloaded'
    ? `The contract changed: ${event.operations} operations, served after ${event.ms} ms`
    : `The contract changed and cannot be served, so the last valid one stays: ${event.message}`
}

function violationLine({ method, target, faults }: Violation): string {
  const more = faults.length > 5 ? ` (and ${faults.length - 5} more)` : ''
  return `${method} ${target}: ${faults.slice(0, 5).join('; ')}${more}`
}

function warn(line: string): void {
  process.stderr.write(`${line}\n`)
}
