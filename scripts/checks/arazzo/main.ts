/**
 * Usage: npm run arazzo [-- --real | --mock]. Runs the journeys of openapi/arazzo on a real server and on the mock server, both started here on
 * free ports, and fails unless every journey succeeds on both.
 */
import { nodeFlags } from '@auspex/server/node-flags'
import { startRealServer } from '@auspex/server/testing'
import { finish, start } from '../harness/process.ts'
import { type JourneyResult, readJourneys, runRespect } from './respect.ts'

const { demo, own } = readJourneys()
const journeys = [...demo, ...own]
const targets = {
  real: async () => [...(await takeReal(demo, 'demo')), ...(await takeReal(own, 'live'))],
  mock: takeMock,
}

const problems: string[] = journeys.length < 10 ? ['there are fewer than 10 journeys'] : []
for (const [name, run] of Object.entries(targets)) {
  if (process.argv.includes(name === 'real' ? '--mock' : '--real')) continue
  const started = performance.now()
  const results = await run()
  const green = results.filter((result) => result.isGreen).length
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${green} of ${journeys.length} journeys green on the ${name} server (${seconds} s)`)
  problems.push(...results.flatMap(({ file, faults }) => faults.map((fault) => `  ${file}: ${fault}`)))
  if (green < journeys.length && problems.length === 0) problems.push(`only ${green} journeys were taken`)
}
finish(problems)

async function takeReal(files: readonly string[], sources: 'demo' | 'live'): Promise<JourneyResult[]> {
  const server = await startRealServer({ sources })
  try {
    return await runRespect(files, server)
  } finally {
    await server.close()
  }
}

/** Starts the mock server with its command, as testers do. A bearer token that names no known person is the person of the contract's examples. */
async function takeMock(): Promise<JourneyResult[]> {
  const mock = start(process.execPath, [...nodeFlags, 'packages/mock-server/src/cli.ts', '--port', '0'])
  try {
    const [url] = await mock.says(/http:\/\/[\w.[\]:]+:\d+/)
    return await runRespect(journeys, { apiUrl: `${url}/api`, token: 'journey' })
  } finally {
    await mock.stop()
  }
}
