import { expect, test } from 'vitest'
import { systemClock } from '../../../kernel/clock.ts'
import type { Database } from '../../../adapters/database/database.port.ts'
import type { DocumentsModule } from '../../library/index.ts'
import { createComparison } from './compare-articles.ts'
import type { Comparer } from './comparer.ts'
import { stub } from '../../../testing/stub.ts'

/** Stands in for dependencies that an empty comparison never calls. */
const nothing: unknown = {}

test('articles wait to be compared while somebody searches', async () => {
  const search = Promise.withResolvers<void>()
  const questions: string[] = []
  const compare = createComparison({
    database: nothing as Database,
    clusters: stub({}),
    members: stub({}),
    history: stub({}),
    comparer: nothing as Comparer,
    clock: systemClock,
    documents: stub({
      yieldToSearches: () => search.promise,
      faults: nothing as DocumentsModule['faults'],
      articles: stub({
        listPending: async () => {
          questions.push('articles that wait')
          return { articles: [], removedIds: [] }
        },
        settle: async () => {},
        readArticles: async () => [],
      }),
    }),
  })
  const comparison = compare()
  await new Promise((resolve) => setImmediate(resolve))
  expect(questions).toEqual([])
  search.resolve()
  expect(await comparison).toBe(false)
  expect(questions).toEqual(['articles that wait'])
})

test('one poisoned article is set aside after a few tries, and the others are placed', async () => {
  const waiting = new Set(['doc_1', 'doc_2', 'doc_3'])
  const tries: string[] = []
  const compare = createComparison({
    database: nothing as Database,
    // the first call for removed articles: enough to make one of them fail
    members: stub({
      remove: async (ids) => {
        if (ids.includes('doc_2')) throw new Error('poisoned')
        return []
      },
    }),
    history: stub({ lastEvent: async () => '0' }),
    clusters: stub({}),
    comparer: nothing as Comparer,
    clock: systemClock,
    documents: stub({
      yieldToSearches: async () => {},
      faults: stub({
        ensureItIsNotTheDatabase: async () => {},
        note: async (_work, item) => tries.push(item) >= 3,
        forget: async () => {},
      }),
      articles: stub({
        listPending: async (limit) => ({ articles: [], removedIds: [...waiting].slice(0, limit) }),
        settle: async (ids) => ids.forEach((id) => waiting.delete(id)),
        readArticles: async () => [],
      }),
    }),
  })
  let steps = 0
  while ((await compare()) && steps < 50) steps += 1
  expect([...waiting]).toEqual([])
  expect(tries).toEqual(['doc_2', 'doc_2', 'doc_2'])
})
