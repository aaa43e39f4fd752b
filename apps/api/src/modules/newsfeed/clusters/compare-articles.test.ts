import { expect, test } from 'vitest'
import { systemClock } from '../../../kernel/clock.ts'
import type { Database } from '../../../adapters/database/database.port.ts'
import type { ClustersRepository } from './clusters.repository.ts'
import { createComparison } from './compare-articles.ts'
import type { Comparer } from './comparer.ts'

/** For what a comparison of nothing never asks. */
const nothing: unknown = {}

test('articles wait to be compared while somebody searches', async () => {
  const search = Promise.withResolvers<void>()
  const questions: string[] = []
  const compare = createComparison({
    database: nothing as Database,
    clusters: nothing as ClustersRepository,
    comparer: nothing as Comparer,
    clock: systemClock,
    documents: {
      yieldToSearches: () => search.promise,
      articles: {
        listPending: async () => {
          questions.push('articles that wait')
          return { articles: [], removedIds: [] }
        },
        settle: async () => {},
        readArticles: async () => [],
      },
    },
  })
  const comparison = compare()
  await new Promise((resolve) => setImmediate(resolve))
  expect(questions).toEqual([])
  search.resolve()
  expect(await comparison).toBe(false)
  expect(questions).toEqual(['articles that wait'])
})
