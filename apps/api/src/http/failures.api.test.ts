import type { ContractOperation } from '@auspex/contract'
import { requestArbitrary } from '@auspex/contract/arbitraries'
import { readContractDocument } from '@auspex/contract/file'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../adapters/database/database.port.ts'
import { readConfig } from '../config/config.ts'
import { CodedError } from '../kernel/errors.ts'
import { toTestRequest } from '../testing/fuzz-call.ts'
import { createTestApi, type TestApi, type TestRequest } from '../testing/test-api.ts'
import { createTestDatabase } from '../testing/test-database.ts'

const document = readContractDocument()

const validRequests = new Map<ContractOperation, TestRequest>()

/** A valid request for the operation, always the same. */
function validRequest(operation: ContractOperation): TestRequest {
  const request = validRequests.get(operation) ?? sampleRequest(operation)
  validRequests.set(operation, request)
  return request
}

function sampleRequest(operation: ContractOperation): TestRequest {
  const [call] = fc
    .sample(requestArbitrary(document, operation), { seed: 1, numRuns: 20 })
    .map((request) => toTestRequest(operation, request))
    .filter((each) => each !== null)
  if (call === undefined) throw new Error(`No request can be written for ${operation.id}`)
  return call
}

let database: Database
let api: TestApi
let builtOperations: readonly ContractOperation[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  api = await createTestApi({ database })
  builtOperations = api.contract.operations.filter(({ id }) => !api.gaps.includes(id))
})
afterAll(() => api.close())

interface Asking {
  status: number
  /** Turns the valid request into one that fails. */
  change?: (call: TestRequest, operation: ContractOperation) => TestRequest
}

/** Calls the operations for which the contract documents this status; the test tap validates each reply. */
async function callAll(server: TestApi, { status, change = (call) => call }: Asking, called = builtOperations) {
  const answers: Record<string, number> = {}
  for (const operation of called.filter(({ responses }) => responses.has(status))) {
    const reply = await server.request({ as: 'root', ...change(validRequest(operation), operation) })
    answers[operation.id] = reply.statusCode
  }
  return { answers, expected: Object.fromEntries(Object.keys(answers).map((id) => [id, status])) }
}

describe('every operation answers with the failures in the contract', () => {
  test('401 without a token', async () => {
    const { answers, expected } = await callAll(api, {
      status: 401,
      change: (call) => ({
        ...call,
        headers: { ...call.headers, authorization: 'Bearer x' },
      }),
    })
    expect(answers).toEqual(expected)
  })

  test('413 for a body beyond its limit', async () => {
    const { answers, expected } = await callAll(api, {
      status: 413,
      change: (call, { bodyLimit }) => ({
        ...call,
        // the limit for imports is higher than for everything else
        body: `"${'x'.repeat((bodyLimit ?? 1_048_576) + 1000)}"`,
        headers: { 'content-type': 'application/json' },
      }),
    })
    expect(answers).toEqual(expected)
  })

  test('415 for a body of another media type', async () => {
    const { answers, expected } = await callAll(api, {
      status: 415,
      change: (call) => ({
        ...call,
        body: 'a,b',
        headers: { 'content-type': 'text/csv' },
      }),
    })
    expect(answers).toEqual(expected)
  })

  test('422 for an unknown parameter', async () => {
    const { answers, expected } = await callAll(api, {
      status: 422,
      change: (call) => ({
        ...call,
        path: `${call.path}${call.path.includes('?') ? '&' : '?'}unknown=1`,
      }),
    })
    expect(answers).toEqual(expected)
  })

  test('429 for too many requests', async () => {
    const limited = await createTestApi({ database, config: { requestsPerMinute: 1 } })
    await limited.request({ method: 'GET', path: '/users/me', as: 'root' })
    await limited.request({ method: 'GET', path: '/health/getStatus' })
    // the assistant has its own counter
    for (const operation of builtOperations.filter(({ isElsewhere }) => isElsewhere).slice(0, 1))
      await limited.request({ as: 'root', ...validRequest(operation) })
    const { answers, expected } = await callAll(limited, { status: 429 })
    await limited.app.close()
    expect(answers).toEqual(expected)
  })

  test('503 while the identity provider does not answer', async () => {
    const down = new CodedError({
      kind: 'unavailable',
      code: 'identity.provider_unreachable',
      title: 'The identity provider cannot be reached',
      retryAfterSeconds: 10,
    })
    const lost = await createTestApi({ database, verifier: { verify: async () => Promise.reject(down) } })
    const { answers, expected } = await callAll(
      lost,
      { status: 503 },
      builtOperations.filter(({ secured }) => secured),
    )
    await lost.app.close()
    expect(answers).toEqual(expected)
  })

  test('500 without details when the database fails', async () => {
    const closing = await createTestDatabase()
    const failing = await createTestApi({ database: closing })
    await closing.close()
    const shared = encodeURIComponent(new URL(`/shared/${'a'.repeat(32)}`, readConfig({}).publicUrl).href)
    const { answers, expected } = await callAll(failing, {
      status: 500,
      // a drawn address is none of this server's, which it sees without its database
      change: (call, { id }) => (id === 'getOembed' ? { ...call, path: `/oembed?url=${shared}` } : call),
    })
    await failing.app.close()
    // these two report the state of a process without its database
    expect(answers).toEqual({ ...expected, getLiveness: 200, getReadiness: 503 })
  })
})
