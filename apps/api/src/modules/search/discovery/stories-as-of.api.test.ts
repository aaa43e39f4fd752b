import { addDays } from '@auspex/analytics'
import type { NewsClusterPage } from '@auspex/sdk/types'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSequentialIds } from '../../../kernel/ids.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { silentLog } from '../../../testing/test-database.ts'
import { createDocumentsModule } from '../../library/index.ts'
import { sampleDocument } from '../../reports/testing/sample-documents.ts'

const firstDay = '2026-08-01'
const days = 90
const tulips = 'Tulip bulbs become scarce all over the world'
const nickel = 'Nickel smelter in Sulawesi halts production after strike'

function publish(day: string, outlet: string, title: string) {
  const publishedAt = `${day}T09:00:00Z`
  const nativeId = `${day} ${outlet} ${title}`
  return sampleDocument({ nativeId, url: null, kind: 'article', title, body: title, outlet, publishedAt })
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

test('stories are those of the week up to the chosen day, and none of other days', async () => {
  expect(await titles('&asOf=2026-10-22')).toEqual([tulips])
  expect(await titles('&asOf=2026-10-19')).toEqual([])
  expect(await titles('&asOf=2026-09-16')).toEqual([nickel])
  // without a day, the stories of the last covered week, which has none
  expect(await titles('')).toEqual([])
  expect(await titles('&asOf=2031-01-01')).toEqual([])
})

test('a day that does not exist is refused', async () => {
  expect((await fetchStories('&asOf=2026-02-30')).statusCode).toBe(422)
})
