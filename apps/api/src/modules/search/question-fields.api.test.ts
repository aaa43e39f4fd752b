import { type MatrixQuestion, questionMatrix, writtenCountries } from '@auspex/analytics/question-matrix'
import type { LiteTopicList, ParsedQuery, Problem, QueryEcho, RecentSearch, SearchState } from '@auspex/sdk/types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi({ config: { sources: 'live' } })
})
afterAll(() => api.close())

const post = (path: string, body: unknown) => api.request({ method: 'POST', path, as: 'mira', body })
type Reply = Awaited<ReturnType<typeof post>>

/** The fields that a refusal names, without their prefix. */
function refusedFields(reply: Reply, at = ''): string[] {
  if (reply.statusCode === 200) return []
  expect(reply.statusCode).toBe(422)
  const { errors = [] } = reply.json<Problem>()
  expect(errors.every(({ pointer, message }) => pointer.startsWith(`${at}/`) && message.length > 10)).toBe(true)
  return errors.map(({ pointer }) => pointer.slice(at.length + 1))
}

/** What a search was given besides its terms: the query of the answer must contain all of it. */
function boundsOf({ geo, entity, sources }: MatrixQuestion['body']) {
  return { ...(geo != null && { geo }), ...(entity !== undefined && { entity }), ...(sources != null && { sources }) }
}

const searches: [name: string, path: string, echoOf: (reply: Reply) => QueryEcho | null][] = [
  ['a search', '/explore/topicQuery', (reply) => reply.json<SearchState>().query],
  ['a count by sources', '/explore/signalBySources', () => null],
  ['a recent search', '/explore/saveRecentSearch', (reply) => reply.json<RecentSearch>().query],
]

describe.each(searches)('%s accepts the whole query or names the invalid field', (_name, path, echoOf) => {
  test.each(questionMatrix)('$name: $refused', async ({ body, refused }) => {
    const reply = await post(path, body)
    expect(refusedFields(reply)).toEqual(refused)
    const echo = refused.length === 0 ? echoOf(reply) : null
    const conditions = body.query_term?.includes(':') || body.x_term?.includes(':')
    expect(echo ?? boundsOf(body)).toMatchObject(conditions ? {} : boundsOf(body))
  })

  test.each(writtenCountries)('of %s it makes %s', async (written, code) => {
    const reply = await post(path, { query_term: 'tea', geo: written })
    expect(refusedFields(reply)).toEqual(code === null ? ['geo'] : [])
    expect(code === null ? null : (echoOf(reply)?.geo ?? code)).toBe(code)
  })
})

/** The parts that a monitor and a bulk accept: no days, no feeds, no cache options. */
const lite = questionMatrix.filter(({ body }) =>
  ['startDate', 'endDate', 'feeds', 'check_cache', 'force'].every((field) => !Object.hasOwn(body, field)),
)

test.each(lite)('a monitor of $name is answered $refused', async ({ body, refused }) => {
  const rule = { kind: 'momentum-above', ratio: 1.5, windowDays: 28 }
  expect(refusedFields(await post('/monitorPreviews', { query: body, rule }), '/query')).toEqual(refused)
})

test('a bulk request says for each topic whether it is valid', async () => {
  const reply = await post('/explore/topicQueryLiteBulk', { queries: lite.map(({ body }) => body) })
  const { items } = reply.json<LiteTopicList>()
  expect(items.map(({ status }) => status === 'bad-query')).toEqual(lite.map(({ refused }) => refused.length > 0))
})

test.each(lite.filter(({ refused }) => refused.some((field) => field.includes('term') || field === 'isCompound')))(
  'parsing $name without a search reports the same error',
  async ({ body }) => {
    const { query_term, x_term, y_term, isCompound } = body
    const reply = await post('/parsedQueries', { query_term, x_term, y_term, isCompound })
    expect(reply.json<ParsedQuery>()).toMatchObject({ ok: false, reading: null })
  },
)
