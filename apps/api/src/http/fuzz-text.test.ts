import { loadContract } from '@auspex/contract'
import { requestArbitrary, unstorableRequests } from '@auspex/contract/arbitraries'
import { readContractDocument } from '@auspex/contract/file'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toTestRequest } from '../testing/fuzz-call.ts'
import { createTestApi, type TestApi } from '../testing/test-api.ts'

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
  test.each(servedOperations)(
    'is refused wherever it stands in $id, or removed where that is documented',
    async (operation) => {
      const requests = fc
        .sample(requestArbitrary(document, operation), { numRuns: cases, seed })
        .flatMap((request) => unstorableRequests(operation, request))
      for (const { place, request } of requests) {
        const call = toTestRequest(operation, request)
        if (call === null) continue
        const { statusCode } = await api.request({ ...call, as: 'root' })
        const isCleaned = operation.cleansText && place.startsWith('body') && statusCode < 500
        expect({ place, status: isCleaned ? 422 : statusCode }).toEqual({ place, status: 422 })
      }
    },
  )
})
