import { type Contract, type ContractOperation, jsonType } from '@auspex/contract'

/** What is printed once the server listens: where it is and three calls to try. */
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
    ...(read === undefined ? [] : [['a success', `${token} ${place(url, read)}`]]),
    ...(write === undefined
      ? []
      : [['a 422', `${token} -H 'Content-Type: ${jsonType}' -d '${wrongBody(write)}' ${place(url, write)}`]]),
    ...(read === undefined ? [] : [['a 429', `-i ${token} -H 'X-Mock-Scenario: rate-limited=20' ${place(url, read)}`]]),
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

/** A body that is refused: a term that is no text, or, of an operation that is not known here, no object at all. */
function wrongBody({ id }: ContractOperation) {
  return id === 'topicQuery' ? '{"query_term":7}' : '[]'
}

function place(url: string, { path }: ContractOperation) {
  return `${url}/api${path}`
}
