import { type ContractOperation, createExchangeCheck, type Exchange } from '@auspex/contract'
import { requestArbitrary, writeRequest, type WrittenRequest } from '@auspex/contract/arbitraries'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMock } from '../create-mock.ts'
import { catalogue } from '../scenarios/catalogue.ts'
import { addScenarios } from '../scenarios/scenarios.ts'
import { contractUnderTest } from '../testing/contract-under-test.ts'
import { type MockServer, startMockServer } from './start-mock-server.ts'

const document = contractUnderTest()
const mock = createMock({ document })
addScenarios(mock)
const refusals = catalogue.filter(({ refuse }) => refuse !== undefined)
const check = createExchangeCheck(mock.contract)
const { operations } = mock.contract

/** Three valid requests for each operation, the same in each run; those that HTTP cannot transport are left out. */
const samples = new Map(
  operations.map((operation) => [
    operation.id,
    fc
      .sample(requestArbitrary(document, operation), { numRuns: 3, seed: 3 })
      .flatMap((request) => writeRequest(operation, request) ?? []),
  ]),
)
const samplesOf = ({ id }: ContractOperation): readonly WrittenRequest[] => samples.get(id) ?? []

const prefixOf = ({ isElsewhere }: ContractOperation) => (isElsewhere ? '/assistant' : '/api')

/** Calls the mock with a scenario, and checks the response. */
async function play(operation: ContractOperation, scenario: string): Promise<{ status: number; violations: string[] }> {
  const [request] = samplesOf(operation)
  if (request === undefined) throw new Error(`${operation.id} has no request that HTTP can write`)
  const requestHeaders = { authorization: 'Bearer mira', ...request.headers, 'x-mock-scenario': scenario }
  const { status, headers, body } = await mock.answer({
    method: operation.method,
    target: `${prefixOf(operation)}${request.target}`,
    headers: requestHeaders,
    readBody: () => Promise.resolve(new TextEncoder().encode(request.body ?? '')),
    signal: new AbortController().signal,
  })
  const [pathname = '', query = ''] = request.target.split('?', 2)
  const { 'x-mock-scenario': _own, ...responseHeaders } = headers
  const exchange: Exchange = {
    method: operation.method,
    pathname,
    query,
    requestHeaders,
    requestBody: request.body,
    status,
    responseHeaders,
    responseBody: typeof body === 'string' ? body : undefined,
  }
  return { status, violations: check(exchange).violations }
}

describe('for every operation', () => {
  test.each(refusals.map(({ name }) => name))(
    'the scenario %s returns what the contract documents, or a 400 that says why not',
    async (name) => {
      const faults: string[] = []
      let answered = 0
      for (const operation of operations) {
        const { status, violations } = await play(operation, name === 'flaky' ? 'flaky=100' : name)
        if (status === 400) continue
        answered += 1
        faults.push(...violations)
      }
      expect(faults).toEqual([])
      expect(answered).toBeGreaterThan(0)
    },
  )

  test.each(['empty', 'huge-page', 'data-too-sparse'])('the scenario %s conforms to the contract', async (name) => {
    const replies = []
    for (const operation of operations) replies.push(await play(operation, name))
    const answered = replies.filter(({ status }) => status !== 400) // the others have no list and no search
    expect(answered.flatMap(({ violations }) => violations)).toEqual([])
    expect(answered.length).toBeGreaterThan(0)
  })
})

describe('the mock behind the proxy', () => {
  let mocked: MockServer
  let proxy: MockServer
  beforeAll(async () => {
    mocked = await startMockServer({ eventDelayMs: 0 })
    proxy = await startMockServer({ proxy: { api: new URL(mocked.apiUrl), assistant: new URL(mocked.assistantUrl) } })
  })
  afterAll(async () => {
    await proxy.close()
    await mocked.close()
  })

  test('conforms to the contract in every response to any operation', async () => {
    let calls = 0
    for (const operation of operations)
      for (const request of samplesOf(operation)) {
        const reply = await fetch(`${proxy.url}${prefixOf(operation)}${request.target}`, {
          method: request.method,
          headers: { authorization: 'Bearer mira', ...request.headers },
          body: request.body,
        })
        await reply.arrayBuffer()
        calls += 1
      }
    expect(proxy.violations()).toEqual([])
    expect(calls).toBeGreaterThan(operations.length * 2)
  })
})
