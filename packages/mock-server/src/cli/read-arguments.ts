import { parseArgs } from 'node:util'

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
  const delay = values.delay === undefined ? [] : [`slow=${whole('delay', values.delay, { min: 0, max: 900_000 })}`]
  if (proxy !== null && (scenarios.length > 0 || delay.length > 0))
    throw new UsageError('Scenarios belong to the mock; a proxy changes nothing, so leave --scenario and --delay out')
  return {
    kind: 'serve',
    port: whole('port', values.port, { min: 0, max: 65_535 }),
    host: values.host,
    seed: whole('seed', values.seed, { min: 0, max: 4_294_967_295 }),
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

function whole(name: string, text: string, { min, max }: { min: number; max: number }): number {
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
