import type { ContractOperation } from '@auspex/contract'
import { requestArbitrary } from '@auspex/contract/arbitraries'
import { readContractDocument } from '@auspex/contract/file'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toTestRequest } from '../testing/fuzz-call.ts'
import { createTestApi, type TestApi } from '../testing/test-api.ts'

const document = readContractDocument()
const madeAtFirst = new Set(['getMe', 'listJobs', 'listHashtags'])

// A full disk makes the embedded database refuse changes (25006) and go on reading. On a native server the setting would reach one connection of the pool.
describe.skipIf(process.env['AUSPEX_TEST_ENGINE'] === 'native')('while the database takes no changes', () => {
  let api: TestApi
  let operations: ContractOperation[]
  const answers = new Map<string, { status: number; code: string }>()

  beforeAll(async () => {
    api = await createTestApi()
    operations = api.contract.operations.filter(({ id }) => !api.gaps.includes(id))
    // what the first question ever makes: the person, the queue of jobs, the videos of the demo
    for (const operation of operations.filter(({ id }) => madeAtFirst.has(id))) await ask(operation)
    await api.database.pool.query('set default_transaction_read_only = on')
    for (const operation of operations) {
      const reply = await ask(operation)
      const isProblem = reply.statusCode >= 400 && reply.body !== ''
      answers.set(operation.id, { status: reply.statusCode, code: isProblem ? reply.json().code : '' })
    }
    await api.database.pool.query('set default_transaction_read_only = off')
  }, 240_000)
  afterAll(() => api.close())

  function ask(operation: ContractOperation) {
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
    expect(answers.get('createPortfolio')).toMatchObject({ status: 503, code: 'database.read_only' })
    const call = { method: 'POST', path: '/portfolio/create', as: 'root', body: { title: 'after' } } as const
    expect((await api.request(call)).statusCode).toBe(200)
  })
})
