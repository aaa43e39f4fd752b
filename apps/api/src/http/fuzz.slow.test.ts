import { loadContract } from '@auspex/contract'
import { brokenRequestArbitrary, requestArbitrary, unstorableRequests } from '@auspex/contract/arbitraries'
import { readContractDocument } from '@auspex/contract/file'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toTestRequest } from '../testing/fuzz-call.ts'
import { createTestApi, type TestApi } from '../testing/test-api.ts'

describe('fuzz text', () => {
  /** Number of requests in which every text is fuzzed; the seed makes a failure repeatable. */
  const cases = 2
  const seed = 20_261_121

  const document = readContractDocument()
  const servedOperations = loadContract(document).operations

  let api: TestApi
  beforeAll(async () => {
    api = await createTestApi()
  })
  afterAll(() => api.close())

  describe('a text that no database stores', () => {
    test.each(servedOperations)('is refused anywhere in $id, or removed where documented', async (operation) => {
      const requests = fc
        .sample(requestArbitrary(document, operation), { numRuns: cases, seed })
        .flatMap((request) => unstorableRequests(operation, request))
      for (const { place: location, request } of requests) {
        const call = toTestRequest(operation, request)
        if (call === null) continue
        const { statusCode } = await api.request({ ...call, as: 'root' })
        const isCleaned = operation.cleansText && location.startsWith('body') && statusCode < 500
        expect({ location, status: isCleaned ? 422 : statusCode }).toEqual({ location, status: 422 })
      }
    })
  })
})

describe('fuzz', () => {
  /**
   * Requests per operation, half of them valid, half broken in one keyword; the proofs use 200. The seed makes a failure repeatable; fast-check prints
   * the path to it.
   */
  const cases = Number(process.env.AUSPEX_FUZZ_CASES ?? 20)
  const seed = 20_261_121

  const document = readContractDocument()
  const servedOperations = loadContract(document).operations

  let api: TestApi
  beforeAll(async () => {
    api = await createTestApi()
  })
  afterAll(() => api.close())

  let keys = 0
  /** The same random key may come up with different requests, which a server refuses by design. */
  const withOwnKey = (headers: Record<string, string> = {}) =>
    Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, /^idempotency-key$/i.test(name) ? `key-${++keys}` : value]),
    )

  /** A success, and a refusal for a reason other than the contract, both count as accepted by it. */
  function readOutcome({ statusCode, body }: { statusCode: number; body: string }): string {
    if (statusCode === 501) return 'not built'
    // the demo queries no register, and reports that
    if (statusCode === 503 && body.includes('"clinical.demo"')) return 'accepted'
    if (statusCode >= 500) return `failed with ${statusCode}`
    return body.includes('"request.invalid"') ? `refused: ${body}` : 'accepted'
  }

  // the test tap also validates every exchange: no undocumented status, media type or header, no invalid body
  describe('the real server with random requests', () => {
    test.each(servedOperations)('$id accepts whatever the contract allows', async (operation) => {
      const isBuilt = !api.gaps.includes(operation.id)
      await fc.assert(
        fc.asyncProperty(requestArbitrary(document, operation), async (request) => {
          const call = toTestRequest(operation, request)
          fc.pre(call !== null)
          const reply = await api.request({ ...call, headers: withOwnKey(call.headers), as: 'root' })
          expect(readOutcome(reply)).toBe(isBuilt ? 'accepted' : 'not built')
        }),
        { numRuns: cases / 2, seed },
      )
    })

    test.each(servedOperations.filter((operation) => brokenRequestArbitrary(document, operation) !== null))(
      '$id refuses a request with one broken keyword',
      async (operation) => {
        const broken = brokenRequestArbitrary(document, operation)
        if (broken === null) throw new Error('filtered above')
        await fc.assert(
          fc.asyncProperty(broken, async (request) => {
            const call = toTestRequest(operation, request)
            fc.pre(call !== null)
            const reply = await api.request({ ...call, as: 'root' })
            expect({ status: reply.statusCode, fault: request.fault }).toEqual({ status: 422, fault: request.fault })
          }),
          { numRuns: cases / 2, seed },
        )
      },
    )
  })
})
