import type { ContractOperation } from '@auspex/contract'
import * as sdk from '@auspex/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createInProcessFetch } from '../../start.ts'
import { exampleRequest } from '../../http/permissions/probe-requests.ts'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'
import { createWrittenWorld } from './testing/written-register.ts'

const world = createWrittenWorld()
const study = { place: { collection: 'studies', at: 'path.nctId' }, id: 'NCT10000001' }
const hosts = ['clinicaltrials', 'ncbi', 'ebi.ac.uk']
const unreachable = { status: 'upstream_down', reason: 'No connection.', outage: 'no_connection' } as const
let api: TestApi
beforeAll(async () => {
  // nothing probes, so that outages last
  api = await createTestApi({ medicine: world.medicine, schedule: () => () => {} })
  for (const host of hosts) world.failures.set(host, unreachable)
  for (const words of ['first', 'second', 'third'])
    for (const path of [`/clinical-trials/search/term/${words}`, `/pubmed?condition=${words}`])
      await api.request({ method: 'GET', path, as: 'mira' })
  world.requests = []
})
afterAll(() => api.close())

describe('while the registers are known to be unavailable', () => {
  test('every operation that needs them says so at once: none is called, and no client retries by itself', async () => {
    const waits: number[] = []
    const client = sdk.createClient({
      baseUrl: 'http://127.0.0.1/api',
      fetch: createInProcessFetch(() => api.app),
      auth: { getToken: () => api.tokenOf('mira') },
      clock: { sleep: async (ms: number) => void waits.push(ms) },
    })
    const operations = api.contract.operations.filter(({ permission }) => permission?.module === 'clinical')
    const outcomes: [string, unknown, number][] = []
    for (const operation of operations) {
      const { path } = await exampleRequest(api.contract, operation, study)
      const reply = await callOperation(operation, path, client).then(
        () => 'answered',
        (error: { problem?: { code?: string } }) => error.problem?.code,
      )
      outcomes.push([operation.id, reply, waits.length])
    }
    expect(outcomes).toEqual(operations.map(({ id }) => [id, 'clinical.source_failed', 0]))
    expect(world.requests).toEqual([])
  })
})

/** Calls the function of an operation with the values of an address: its path parameters, its query where it takes one, and the client. */
function callOperation({ id, path: template }: ContractOperation, path: string, client: sdk.AuspexClient) {
  // every operation has a function with its name
  const call = (sdk as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>)[id]
  if (call === undefined) throw new Error(`The SDK has no function ${id}`)
  const { pathname, searchParams } = new URL(path, 'http://127.0.0.1')
  const steps = pathname.split('/').map(decodeURIComponent)
  const ids = steps.filter((_, index) => template.split('/')[index]?.startsWith('{'))
  const query = call.length > ids.length + 1 ? [Object.fromEntries(searchParams)] : []
  return call(...ids, ...query, { client })
}
