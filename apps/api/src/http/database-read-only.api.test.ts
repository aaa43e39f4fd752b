import type { ContractOperation } from '@auspex/contract'
import { requestArbitrary } from '@auspex/contract/arbitraries'
import { readContractDocument } from '@auspex/contract/file'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toTestRequest } from '../testing/fuzz-call.ts'
import { createTestApi, type TestApi } from '../testing/test-api.ts'

const document = readContractDocument()
const madeAtFirst = new Set(['getMe', 'listJobs', 'listHashtags'])

// A full disk makes the embedded database refuse changes (25006) but still serve reads. On a native server the setting would reach only one
// connection of the pool.
describe.skipIf(process.env['AUSPEX_TEST_ENGINE'] === 'native')('while the database takes no changes', () => {
  let api: TestApi
  let operations: ContractOperation[]
  const answers = new Map<string, { status: number; code: string }>()
  const change = { method: 'POST', path: '/portfolio/create', as: 'root', body: { title: 'after' } } as const
  let refused: Awaited<ReturnType<TestApi['request']>>

  beforeAll(async () => {
    api = await createTestApi()
    operations = api.contract.operations.filter(({ id }) => !api.gaps.includes(id))
    // creates what the first request ever creates: the person, the job queue, the videos of the demo
    for (const operation of operations.filter(({ id }) => madeAtFirst.has(id))) await callOperation(operation)
    await api.database.pool.query('set default_transaction_read_only = on')
    for (const operation of operations) {
      const reply = await callOperation(operation)
      const isProblem = reply.statusCode >= 400 && reply.body !== ''
      answers.set(operation.id, { status: reply.statusCode, code: isProblem ? reply.json().code : '' })
    }
    refused = await api.request(change)
    await api.database.pool.query('set default_transaction_read_only = off')
  }, 240_000)
  afterAll(() => api.close())

  function callOperation(operation: ContractOperation) {
    const [call] = fc
      .sample(requestArbitrary(document, operation), { seed: 1, numRuns: 20 })
      .map((request) => toTestRequest(operation, request))
      .filter((each) => each !== null)
    if (call === undefined) throw new Error(`No request can be written for ${operation.id}`)
    return api.request({ as: 'root', ...call })
  }

  test('every read is answered', () => {
    const reads = operations.filter(({ method }) => method.toUpperCase() === 'GET').map(({ id }) => id)
    expect(reads.length).toBeGreaterThan(50)
    expect(reads.filter((id) => answers.get(id)?.code.startsWith('database.'))).toEqual([])
  })

  test('nothing fails without a name', () => {
    const unnamed = [...answers].filter(([, { status, code }]) => status === 500 || (status > 500 && code === ''))
    expect(unnamed).toEqual([])
  })

  test('a change is refused with 503 and stored once there is room', async () => {
    expect([refused.statusCode, refused.json()]).toEqual([503, expect.objectContaining({ code: 'database.read_only' })])
    expect((await api.request(change)).statusCode).toBe(200)
  })
})
