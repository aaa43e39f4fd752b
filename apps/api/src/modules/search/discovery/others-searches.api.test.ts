import type { PersonName } from '../../../testing/people.ts'
import { addDays } from '@auspex/analytics'
import type { NewsClusterPage } from '@auspex/sdk/types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSequentialIds } from '../../../kernel/ids.ts'
import { searchToEnd } from '../../../testing/finish-search.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { silentLog } from '../../../testing/test-database.ts'
import { createDocumentsModule } from '../../library/index.ts'
import { documentsAbout, sampleArticle } from '../../../testing/stored-documents.ts'

describe('others searches api', () => {
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
    const state = await searchToEnd(api, { query_term }, as)
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

  describe('a phrase searched by another organization or by a colleague', () => {
    test('does not change a byte of redirects, suggestions or lists', async () => {
      await call('mira', 'GET', '/users/me') // a colleague who signs in becomes a contact
      await answersTo('ana') // results computed once for everyone are in a different order the first time
      const [forAna, forJon] = [await answersTo('ana'), await answersTo('jon')]
      for (const phrase of phrases) await search('mira', phrase)
      expect((await answersTo('ana')).filter((answer) => !forAna.includes(answer))).toEqual([])
      expect((await answersTo('jon')).filter((answer) => !forJon.includes(answer))).toEqual([])
    })

    test('shows its report to the person who searched it', async () => {
      for (const phrase of phrases) {
        const reply = await call('mira', 'POST', '/signal/smartRedirect', { trend_name: phrase })
        expect(reply.json()).toMatchObject({ exists: true, title: phrase })
      }
    })
  })
})

describe('stories as of api', () => {
  const firstDay = '2026-08-01'
  const days = 90
  const tulips = 'Tulip bulbs become scarce all over the world'
  const nickel = 'Nickel smelter in Sulawesi halts production after strike'

  function publish(day: string, outlet: string, title: string) {
    const publishedAt = `${day}T09:00:00Z`
    const nativeId = `${day} ${outlet} ${title}`
    return sampleArticle({ nativeId, url: null, kind: 'article', title, body: title, outlet, publishedAt })
  }

  /** News of one paper without repetition, and two stories that ten papers tell, five weeks apart. */
  function plantNews() {
    const quiet = Array.from({ length: days * 6 }, (_, n) =>
      publish(addDays(firstDay, Math.floor(n / 6)), 'paper.example', `Notice ${n.toString(36)}k${n % 7}`),
    )
    const createCopies = (day: string, title: string) =>
      Array.from({ length: 10 }, (_, n) => publish(day, `copier-${n}.example`, title))
    return [...quiet, ...createCopies('2026-09-14', nickel), ...createCopies('2026-10-20', tulips)]
  }

  let api: TestApi
  beforeAll(async () => {
    api = await createTestApi({ config: { sources: 'live' } })
    const { database, clock } = api
    const documents = createDocumentsModule({ database, clock, createId: createSequentialIds(), log: silentLog })
    await documents.storeDocuments(plantNews())
    while (await documents.enrich.step());
    await documents.enrich.stop()
  })
  afterAll(async () => api.close())

  const fetchStories = (query: string) =>
    api.request({ method: 'GET', path: `/explore/getClusters?perPage=100${query}`, as: 'mira' })

  async function titles(query: string): Promise<string[]> {
    const reply = await fetchStories(query)
    expect(reply).toMatchObject({ statusCode: 200 })
    return reply.json<NewsClusterPage>().items.map(({ title }) => title)
  }

  test('lists stories of the week up to the chosen day only', async () => {
    expect(await titles('&asOf=2026-10-22')).toEqual([tulips])
    expect(await titles('&asOf=2026-10-19')).toEqual([])
    expect(await titles('&asOf=2026-09-16')).toEqual([nickel])
    // without a day, the stories of the last covered week, which has none
    expect(await titles('')).toEqual([])
    expect(await titles('&asOf=2031-01-01')).toEqual([])
  })

  test('refuses an invalid date', async () => {
    expect((await fetchStories('&asOf=2026-02-30')).statusCode).toBe(422)
  })
})
