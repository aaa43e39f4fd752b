import { questionMatrix, writtenCountries } from '@auspex/analytics/question-matrix'
import { describe, expect, test } from 'vitest'
import { createMock } from '../create-mock.ts'
import { call } from '../testing/call.ts'
import { contractUnderTest } from '../testing/contract-under-test.ts'

const mock = createMock({ document: contractUnderTest() })
const post = (path: string, json: unknown) => call(mock.fetch, 'http://mock.example', { method: 'POST', path, json })

/** The fields in the mock's error; none when it accepts the query. */
async function refusedFields(path: string, body: unknown): Promise<string[]> {
  mock.reset()
  const reply = await post(path, body)
  if (reply.status === 200) return []
  expect(reply.status).toBe(422)
  return reply.body.errors.map(({ pointer }: { pointer: string }) => pointer.slice(1))
}

// the server is tested with the same cases (apps/api/src/modules/search/question-fields.api.test.ts)
describe.each(['/explore/topicQuery', '/explore/signalBySources', '/explore/saveRecentSearch'])('%s', (path) => {
  test.each(questionMatrix)('$name: $refused', async ({ body, refused }) => {
    expect(await refusedFields(path, body)).toEqual(refused)
  })

  test.each(writtenCountries)('%s becomes %s', async (written, code) => {
    expect(await refusedFields(path, { query_term: 'tea', geo: written })).toEqual(code === null ? ['geo'] : [])
  })
})

test('a search for the UK is one for Great Britain', async () => {
  expect((await post('/explore/topicQuery', { query_term: 'tea', geo: 'UK' })).body.query.geo).toBe('GB')
})

test('the error for a monitor points to its query', async () => {
  const rule = { kind: 'momentum-above', ratio: 1.5, windowDays: 28 }
  const query = { query_term: 'oat milk', x_term: 'tea' }
  expect(await refusedFields('/monitorPreviews', { query, rule })).toEqual(['query/query_term', 'query/x_term'])
})
