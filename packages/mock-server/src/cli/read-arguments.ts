import type { Contract } from '@auspex/contract'
import { parseArgs } from 'node:util'
import { catalogue } from '../scenarios/catalogue.ts'
import { exampleCalls } from '../server/route-request.ts'

/** Invalid command line arguments. The message is one sentence for the user. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The parsed command line. */
export type Arguments =
  | { kind: 'help' }
  | { kind: 'version' }
  | { kind: 'scenarios' }
  | ({ kind: 'serve' } & ServeArguments)

export interface ServeArguments {
  port: number
  host: string
  seed: number
  /** Path of a bundled contract; null for the one in this package. */
  contract: string | null
  watch: boolean
  scenarios: string[]
  proxy: { api: URL; assistant: URL } | null
  strict: boolean
  log: boolean
  quiet: boolean
  /** A program to run against the server, with its arguments; the server stops when the program exits. */
  command: string[]
}

const options = {
  port: { type: 'string', short: 'p', default: '4010' },
  host: { type: 'string', default: '127.0.0.1' },
  seed: { type: 'string', default: '1' },
  contract: { type: 'string', short: 'c' },
  watch: { type: 'boolean', short: 'w', default: false },
  scenario: { type: 'string', short: 's', multiple: true },
  delay: { type: 'string' },
  proxy: { type: 'string' },
  'proxy-assistant': { type: 'string' },
  strict: { type: 'boolean', default: false },
  log: { type: 'boolean', short: 'l', default: false },
  quiet: { type: 'boolean', short: 'q', default: false },
  'list-scenarios': { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
  version: { type: 'boolean', short: 'v', default: false },
} as const

/** Parses the command line. Throws a `UsageError` that says what to write instead. */
export function readArguments(argv: readonly string[]): Arguments {
  const split = argv.indexOf('--')
  const own = split === -1 ? argv : argv.slice(0, split)
  const command = split === -1 ? [] : argv.slice(split + 1)
  const values = parse(own)
  if (values.help) return { kind: 'help' }
  if (values.version) return { kind: 'version' }
  if (values['list-scenarios']) return { kind: 'scenarios' }
  const proxy = values.proxy === undefined ? null : readProxy(values.proxy, values['proxy-assistant'])
  if (values.strict && proxy === null) throw new UsageError('--strict judges a real server, so it needs --proxy URL')
  const { scenario: scenarios = [] } = values
  const delay =
    values.delay === undefined ? [] : [`slow=${readWholeNumber('delay', values.delay, { min: 0, max: 900_000 })}`]
  if (proxy !== null && (scenarios.length > 0 || delay.length > 0))
    throw new UsageError('Scenarios belong to the mock; a proxy changes nothing, so leave --scenario and --delay out')
  return {
    kind: 'serve',
    port: readWholeNumber('port', values.port, { min: 0, max: 65_535 }),
    host: values.host,
    seed: readWholeNumber('seed', values.seed, { min: 0, max: 4_294_967_295 }),
    contract: values.contract ?? null,
    watch: values.watch,
    scenarios: [...delay, ...scenarios],
    proxy,
    strict: values.strict,
    log: values.log,
    quiet: values.quiet,
    command,
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: false }).values
  } catch (error) {
    const [sentence = ''] = (error as Error).message.split('. ') // parseArgs throws nothing else
    throw new UsageError(`${sentence}; auspex-mock --help lists the options`)
  }
}

function readWholeNumber(name: string, text: string, { min, max }: { min: number; max: number }): number {
  const number = text.trim() === '' ? Number.NaN : Number(text)
  if (!Number.isInteger(number) || number < min || number > max)
    throw new UsageError(`--${name} is a whole number from ${min} to ${max}, not ${JSON.stringify(text)}`)
  return number
}

function readProxy(api: string, assistant?: string): { api: URL; assistant: URL } {
  const url = readUrl('proxy', api)
  // both share one port by default, /api next to /assistant
  return {
    api: url,
    assistant: assistant === undefined ? new URL('/assistant', url) : readUrl('proxy-assistant', assistant),
  }
}

function readUrl(name: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UsageError(
      `--${name} is the address of a server, as in --${name} http://localhost:4000/api, not ${JSON.stringify(text)}`,
    )
  return url
}

/** What `--help` prints. */
export const help = `Usage: auspex-mock [options] [-- command …]

Answers every operation of the contract with valid bodies, validates requests as the real server does, and stores what you
create. You choose the faults of each reply.

  -p, --port 4010            0 selects a free port
      --host 127.0.0.1       0.0.0.0 accepts other machines
      --seed 1               the same seed and the same requests give the same bytes
  -c, --contract FILE        another bundled contract (JSON or YAML)
  -w, --watch                reload the contract file when it changes; an invalid one is reported and the last valid one stays
  -s, --scenario NAME[=VALUE][;SCOPE]   activate a scenario; may be repeated
      --delay MS             the same as --scenario slow=MS
      --proxy URL            forward to a real server and report what breaks the contract
      --proxy-assistant URL  address of its assistant; by default /assistant next to it
      --strict               with --proxy: exit with 1 if anything broke the contract
  -l, --log                  one line for each exchange
  -q, --quiet                print nothing but errors
      --list-scenarios       list all scenarios
  -h, --help   -v, --version
  -- command …               run a command with AUSPEX_API_URL and AUSPEX_ASSISTANT_URL set, and exit with its code

Examples
  auspex-mock --scenario slow=300 --log
  auspex-mock --scenario 'rate-limited=20;operation=listPortfolios;next=3'
  auspex-mock --port 0 -- npm test
  auspex-mock --proxy http://localhost:4000/api --strict -- npx playwright test

For one request, send headers instead
  X-Mock-Scenario: flaky=30              any scenario, or several separated by commas
  Prefer: code=404                       a documented status; also example=NAME, dynamic=true
While it runs, GET /__mock lists the admin API: reset, seed, snapshot, log, clock, scenarios, contract.
`

/** What `--list-scenarios` prints. */
export const scenarioList = `${catalogue
  .map(({ name, value, summary }) => {
    const usage = value === null ? name : `${name}=${value.unit.toUpperCase()}`
    return `  ${usage.padEnd(22)} ${summary}`
  })
  .join('\n')}

A scope limits a scenario: ;operation=listPortfolios ;path=/portfolio ;method=POST ;share=20 (percent) ;next=3 (requests)
`

/** Printed once the server listens: its address and three calls to try. */
export function greeting({
  contract,
  url,
  ms,
  proxy,
}: {
  contract: Contract
  url: string
  ms: number
  proxy: URL | null
}): string {
  const count = `${contract.operations.length} operations, ready in ${(ms / 1000).toFixed(2)} s`
  if (proxy !== null)
    return `Auspex mock server at ${url} (${count})\nIt forwards to ${proxy.href} and reports what breaks the contract.\n`
  return `Auspex mock server at ${url} (${count})

Try
${exampleCalls(contract, url)
  .map(([what, call]) => `  ${what.padEnd(10)} ${call}`)
  .join('\n')}

Operations: ${url}  Reference: ${url}/docs  Admin API: ${url}/__mock  Scenarios: ${url}/__mock/scenarios
`
}
