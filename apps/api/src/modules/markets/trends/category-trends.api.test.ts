import { addDays } from '@auspex/analytics'
import type { TrendList } from '@auspex/sdk/types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSequentialIds } from '../../../kernel/ids.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { silentLog } from '../../../testing/test-database.ts'
import { createDocumentsModule } from '../../library/index.ts'
import { sampleDocument } from '../../reports/testing/sample-documents.ts'

const first = '2026-09-05'
const about = (title: string, index: number, outlet: number) =>
  sampleDocument({
    nativeId: `${title}-${index}-${outlet}`,
    url: null,
    title,
    body: `Text ${index} ${outlet}.`,
    outlet: `outlet-${outlet}.example`,
    publishedAt: `${addDays(first, index)}T09:00:00Z`,
  })

let api: TestApi
beforeAll(async () => {
  api = await createTestApi({ config: { sources: 'live' } })
  const { database, clock } = api
  const documents = createDocumentsModule({ database, clock, createId: createSequentialIds(), log: silentLog })
  await documents.storeDocuments(
    Array.from({ length: 56 }, (_, index) => [
      ...[1, 2, 3, 4].map((outlet) => about('Weather mild', index, outlet)),
      ...(index >= 28 ? [1, 2] : index % 7 === 0 ? [1] : []).map((outlet) => about('Measles', index, outlet)),
    ]).flat(),
  )
})
afterAll(() => api.close())

async function termsOf(category: string, rest = ''): Promise<string[]> {
  const path = `/explore/categoryTrends?category=${category}${rest}`
  const { items } = (await api.request({ method: 'GET', path, as: 'mira' })).json<TrendList>()
  return items.map(({ term }) => term)
}

describe('trends of a category', () => {
  test('are also those words of its vocabulary that trend, though none of its eight terms is named', async () => {
    expect(await termsOf('health')).toEqual(['measles'])
    expect(await termsOf('health', '&windowDays=7&asOf=2026-10-09')).toEqual(['measles'])
    expect(await termsOf('travel')).toEqual([])
  })
})
