import type { SearchState } from '@auspex/sdk/types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSequentialIds } from '../../../kernel/ids.ts'
import type { PersonName } from '../../../testing/people.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { silentLog } from '../../../testing/test-database.ts'
import { createDocumentsModule } from '../../library/index.ts'
import { documentsAbout } from '../../reports/testing/sample-documents.ts'

let api: TestApi

/** Enough documents for a report, too few for one, and none at all. */
const phrases = ['oat milk', 'birch syrup', 'project zephyr'] as const

beforeAll(async () => {
  api = await createTestApi({ config: { sources: 'live' } })
  const { database, clock } = api
  const documents = createDocumentsModule({ database, clock, createId: createSequentialIds(), log: silentLog })
  await documents.storeDocuments(documentsAbout({ term: 'oat milk', count: 12 }))
  await documents.storeDocuments(documentsAbout({ term: 'birch syrup', count: 3 }))
  // Ana saves the phrases to her own list, as someone would who wants to find out who else searched them
  for (const query_term of phrases) await call('ana', 'POST', '/explore/saveRecentSearch', { query_term })
})
afterAll(() => api.close())

const call = async (as: PersonName, method: 'GET' | 'POST', path: string, body?: object) =>
  api.request({ method, path, as, ...(body === undefined ? {} : { body }) })

async function search(as: PersonName, query_term: string): Promise<void> {
  let state = (await call(as, 'POST', '/explore/topicQuery', { query_term })).json<SearchState>()
  while (state.finishedAt === null) {
    const reply = await call(as, 'POST', '/explore/getQueryStatus', { request_id: state.request_id })
    state = reply.json<SearchState>()
  }
  expect((await call(as, 'GET', `/signal/json/${state.signal_id}`)).statusCode).toBe(200)
}

/** Every operation that suggests, lists or redirects to possible searches. */
const requests: readonly [method: 'GET' | 'POST', path: string, body?: object][] = [
  ...phrases.flatMap((phrase): [method: 'GET' | 'POST', path: string, body?: object][] => [
    ['POST', '/signal/smartRedirect', { trend_name: phrase }],
    ['POST', '/signal/smartRedirect', { trend_name: phrase.replace('i', 'ii') }],
    ['POST', '/explore/smartSearchLite', { query: phrase }],
    ['POST', '/explore/search-topics', { query: phrase }],
    ['POST', '/explore/topicQueryLiteBulk', { queries: [{ query_term: phrase }] }],
    ['GET', `/autocomplete/${encodeURIComponent(phrase)}`],
    ['GET', `/autocomplete/entities/${encodeURIComponent(phrase)}`],
  ]),
  ['POST', '/explore/search-topics', { sort: 'newest' }],
  ['GET', '/explore/generalTrends'],
  ['GET', '/explore/categoryTrends?category=food_drink'],
  ['GET', '/explore/industries'],
  ['GET', '/explore/categories'],
  ['GET', '/explore/global_trends_countries'],
  ['GET', '/explore/getClusters'],
  ['GET', '/sources'],
  ['GET', '/users/me'],
]

async function answersTo(as: PersonName): Promise<string[]> {
  const answers: string[] = []
  for (const [method, path, body] of requests) {
    const reply = await call(as, method, path, body)
    expect([path, reply.statusCode]).toEqual([path, 200])
    answers.push(`${path} ${JSON.stringify(body)}\n${reply.body}`)
  }
  return answers
}

describe('that another organization, or a colleague, searched a phrase', () => {
  test('changes no byte of what leads to signals, suggests them or lists them', async () => {
    await call('mira', 'GET', '/users/me') // a colleague who signs in becomes a contact
    await answersTo('ana') // results computed once for everyone are in a different order the first time
    const [forAna, forJon] = [await answersTo('ana'), await answersTo('jon')]
    for (const phrase of phrases) await search('mira', phrase)
    expect((await answersTo('ana')).filter((answer) => !forAna.includes(answer))).toEqual([])
    expect((await answersTo('jon')).filter((answer) => !forJon.includes(answer))).toEqual([])
  })

  test('while who searched it is told that the report is there', async () => {
    for (const phrase of phrases) {
      const reply = await call('mira', 'POST', '/signal/smartRedirect', { trend_name: phrase })
      expect(reply.json()).toMatchObject({ exists: true, title: phrase })
    }
  })
})
