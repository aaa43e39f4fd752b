import { loadContract } from '@auspex/contract'
import { unknownFieldRequests, wholeRequests } from '@auspex/contract/arbitraries'
import { readContractDocument } from '@auspex/contract/file'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toTestRequest } from '../testing/fuzz-call.ts'
import { createTestApi, type TestApi } from '../testing/test-api.ts'

const document = readContractDocument()
const { operations } = loadContract(document)

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api.close())

describe('a field that the contract does not know is refused by its name', () => {
  test.each(operations)('$id: in the query, in the body and in every object of that', async (operation) => {
    const wrong = wholeRequests(document, operation).flatMap((request) =>
      unknownFieldRequests(document, operation, request),
    )
    for (const { in: part, pointer, request } of wrong) {
      const call = toTestRequest(operation, request)
      if (call === null) continue
      const reply = await api.request({ ...call, as: 'root' })
      expect({ pointer, status: reply.statusCode, body: reply.json() }).toMatchObject({
        pointer,
        status: 422,
        body: {
          code: 'request.invalid',
          detail: expect.stringContaining(`${part} ${pointer} is not part of the contract`),
          errors: expect.arrayContaining([expect.objectContaining({ in: part, pointer, code: 'field.unknown' })]),
        },
      })
    }
    expect(wrong.length).toBeGreaterThan(0)
  })
})

test.each([
  ['start_date_time', '2026-11-01T00:00:00Z', 'startDate'],
  ['end_date_time', '2026-11-20T00:00:00Z', 'endDate'],
  ['country', 'DE', 'geo'],
])(
  'a search with %s is refused and told of the right name, instead of counting everything',
  async (name, value, nearest) => {
    const reply = await api.request({
      method: 'POST',
      path: '/explore/topicQuery',
      as: 'mira',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query_term: 'oat milk', [name]: value }),
    })
    expect(reply.statusCode).toBe(422)
    expect(reply.json()).toMatchObject({
      code: 'request.invalid',
      detail: `body /${name} is not part of the contract; did you mean ${nearest}?`,
      errors: [{ in: 'body', pointer: `/${name}`, code: 'field.unknown', nearest }],
    })
  },
)
