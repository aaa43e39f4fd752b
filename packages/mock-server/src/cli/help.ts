import { catalogue } from '../scenarios/catalogue.ts'
import { type Contract, type ContractOperation, jsonType } from '@auspex/contract'

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
    const written = value === null ? name : `${name}=${value.unit.toUpperCase()}`
    return `  ${written.padEnd(22)} ${summary}`
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
  const read = contract.operations.find(({ id }) => id === 'getMe') ?? contract.operations.find(isPlainRead)
  const write = contract.operations.find(({ id }) => id === 'topicQuery') ?? contract.operations.find(isWrite)
  const token = "-H 'Authorization: Bearer mira'"
  const tries = [
    ...(read === undefined ? [] : [['a success', `${token} ${exampleUrl(url, read)}`]]),
    ...(write === undefined
      ? []
      : [['a 422', `${token} -H 'Content-Type: ${jsonType}' -d '${wrongBody(write)}' ${exampleUrl(url, write)}`]]),
    ...(read === undefined
      ? []
      : [['a 429', `-i ${token} -H 'X-Mock-Scenario: rate-limited=20' ${exampleUrl(url, read)}`]]),
  ]
  return `Auspex mock server at ${url} (${count})

Try
${tries.map(([what = '', call]) => `  ${what.padEnd(10)} curl ${call}`).join('\n')}

Operations: ${url}  Reference: ${url}/docs  Admin API: ${url}/__mock  Scenarios: ${url}/__mock/scenarios
`
}

function isPlainRead({ method, path, secured, isElsewhere }: ContractOperation): boolean {
  return method === 'GET' && secured && !isElsewhere && !path.includes('{')
}

function isWrite({ method, path, body, isElsewhere }: ContractOperation): boolean {
  return method === 'POST' && !isElsewhere && !path.includes('{') && body?.types.has(jsonType) === true
}

/** A body that the contract refuses: a term that is not a string, or no object at all for an unknown operation. */
function wrongBody({ id }: ContractOperation) {
  return id === 'topicQuery' ? '{"query_term":7}' : '[]'
}

function exampleUrl(url: string, { path }: ContractOperation) {
  return `${url}/api${path}`
}
