import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../../adapters/database/database.port.ts'
import { createTestDatabase } from '../../../testing/test-database.ts'
import { type ArticleText, type DocumentId, type DocumentsModule, toDocumentId } from '../../library/index.ts'
import { clusterIdOf } from './cluster-id.ts'
import {
  type ClusterMembersRepository,
  type ClustersRepository,
  createClusterMembersRepository,
  createClustersRepository,
  type StoredCluster,
} from './clusters.repository.ts'
import { systemClock } from '../../../kernel/clock.ts'
import { createComparison } from './compare-articles.ts'
import type { Comparer } from './comparer.ts'
import { stub } from '../../../testing/stub.ts'
import { toBonds, toFirstMover, toOutletTones } from './read-cluster.ts'

describe('clusters repository', () => {
  const at = new Date('2026-11-20T08:00:00Z')

  let database: Database
  let clusters: ClustersRepository
  let members: ClusterMembersRepository
  beforeAll(async () => {
    database = await createTestDatabase()
    clusters = createClustersRepository(database.kysely)
    members = createClusterMembersRepository(database.kysely)
  })
  afterAll(() => database.close())

  function story(documentId: DocumentId): StoredCluster {
    const facts = {
      title: 'Harbor of Norvik closes',
      brief: [],
      briefSources: [],
      terms: [],
      tellings: 1,
      outlets: ['one.example'],
      countries: [],
      toneMean: null,
      documentIds: [documentId],
    }
    return { id: clusterIdOf(documentId), isDemo: false, documents: 1, outlets: 1, firstAt: at, lastAt: at, facts }
  }

  describe('merging stories', () => {
    test('moves their articles and redirects the old story, and leaves other stories unchanged', async () => {
      const documentIds = ['11', '12', '13', '14'].map(toDocumentId)
      const stories = documentIds.map(story)
      const [first = '', second = '', older = '', alone = ''] = stories.map(({ id }) => id)
      await clusters.save(stories, at)
      await members.place(
        documentIds.map((documentId) => ({
          documentId,
          clusterId: clusterIdOf(documentId),
          publishedAt: at.toISOString(),
        })),
      )
      await members.join([
        { storyId: first, into: older },
        { storyId: second, into: older },
      ])
      expect((await members.listIds(older, 10)).toSorted()).toEqual(documentIds.slice(0, 3).toSorted())
      expect([await clusters.resolve(first), await clusters.resolve(second)]).toEqual([older, older])
      expect(await clusters.countMerged(older)).toBe(2)
      expect(await clusters.resolve(alone)).toBe(alone)
      expect(await members.listIds(alone, 10)).toEqual(documentIds.slice(3))
    })
  })
})

describe('compare articles', () => {
  /** Stands in for dependencies that an empty comparison never calls. */
  const unusedStub: unknown = {}

  test('comparing articles waits while a search is in progress', async () => {
    const search = Promise.withResolvers<void>()
    const questions: string[] = []
    const compare = createComparison({
      database: unusedStub as Database,
      clusters: stub({}),
      members: stub({}),
      history: stub({}),
      comparer: unusedStub as Comparer,
      clock: systemClock,
      documents: stub({
        yieldToForeground: () => search.promise,
        faults: unusedStub as DocumentsModule['faults'],
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

  test('one poisoned article is set aside after a few attempts, and the others are placed', async () => {
    const pendingIds = new Set(['doc_1', 'doc_2', 'doc_3'])
    const tries: string[] = []
    const compare = createComparison({
      database: unusedStub as Database,
      // the first call for removed articles: enough to make one of them fail
      members: stub({
        remove: async (ids) => {
          if (ids.includes('doc_2')) throw new Error('poisoned')
          return []
        },
      }),
      history: stub({ lastEvent: async () => '0' }),
      clusters: stub({}),
      comparer: unusedStub as Comparer,
      clock: systemClock,
      documents: stub({
        yieldToForeground: async () => {},
        faults: stub({
          ensureItIsNotTheDatabase: async () => {},
          note: async (_work, item) => tries.push(item) >= 3,
          forget: async () => {},
        }),
        articles: stub({
          listPending: async (limit) => ({ articles: [], removedIds: [...pendingIds].slice(0, limit) }),
          settle: async (ids) => ids.forEach((id) => pendingIds.delete(id)),
          readArticles: async () => [],
        }),
      }),
    })
    let steps = 0
    while ((await compare()) && steps < 50) steps += 1
    expect([...pendingIds]).toEqual([])
    expect(tries).toEqual(['doc_2', 'doc_2', 'doc_2'])
  })
})

describe('read cluster', () => {
  function article(outlet: string, publishedAt: string, more: Partial<ArticleText> = {}): ArticleText {
    const documentId: DocumentId = `doc_${outlet.replaceAll(/\W/g, '')}`
    return {
      documentId,
      telling: documentId,
      isDemo: false,
      publishedAt,
      isDatedByDay: false,
      outlet,
      country: null,
      language: 'en',
      tone: null,
      title: 'Harbor of Norvik closes after the storm',
      lead: null,
      ...more,
    }
  }

  const day = { isDatedByDay: true }

  describe('the first outlet of a story', () => {
    test('is one outlet when no other published at that time', () => {
      const oldest = [
        article('one.example', '2020-03-05T21:45:00.000Z'),
        article('two.example', '2020-03-05T22:15:00.000Z'),
      ]
      expect(toFirstMover(oldest)).toMatchObject({ outlet: 'one.example', outlets: 1, leadMinutes: 30 })
    })

    test('is unknown when several published in the same minute', () => {
      const at = '2020-03-05T21:45:00.000Z'
      const oldest = [
        article('one.example', at),
        article('two.example', at),
        article('late.example', '2020-03-06T01:00:00.000Z'),
      ]
      expect(toFirstMover(oldest)).toMatchObject({ outlets: 2, leadMinutes: null })
    })

    test('is unknown when several have the same date, including those with a time of day', () => {
      const midnight = '2020-03-04T00:00:00.000Z'
      const oldest = [
        article('one.example', midnight, day),
        article('two.example', midnight, day),
        article('three.example', '2020-03-04T19:15:00.000Z'),
        article('late.example', '2020-03-05T00:00:00.000Z', day),
      ]
      expect(toFirstMover(oldest)).toMatchObject({ outlets: 3, tellers: 3, leadMinutes: null })
    })

    test('is unknown when 120 outlets carry one text at the same instant', () => {
      const text = { telling: 'doc_wire' } as const
      const copies = Array.from({ length: 120 }, (_, n) => article(`o${n}.example`, '2020-03-05T21:45:00.000Z', text))
      const own = article('own.example', '2020-03-06T01:00:00.000Z')
      expect(toFirstMover([...copies, own])).toMatchObject({ outlets: 120, tellers: 1, leadMinutes: null })
    })

    test('is followed by the next outlet with a text of its own, not by a copy', () => {
      const oldest = [
        article('one.example', '2020-03-05T20:00:00.000Z'),
        article('copy.example', '2020-03-05T20:05:00.000Z', { telling: 'doc_oneexample' }),
        article('two.example', '2020-03-05T22:00:00.000Z'),
      ]
      expect(toFirstMover(oldest)).toMatchObject({ outlet: 'one.example', tellers: 1, leadMinutes: 120 })
    })

    test('counts an outlet once, however many articles it had', () => {
      const at = '2020-03-05T21:45:00.000Z'
      expect(toFirstMover([article('one.example', at), article('m.one.example', at)])).toMatchObject({ outlets: 1 })
    })
  })

  test('common terms of articles occur in several of them', () => {
    const common = Array.from({ length: 30 }, (_, index) =>
      article(`outlet${index}.example`, '2020-03-04T00:00:00.000Z'),
    )
    const odd = article('odd.example', '2020-03-04T00:00:00.000Z', { title: 'Harbor of Norvik closes, says Dallas' })
    const pair = ['a.example', 'b.example'].map((outlet) =>
      article(outlet, '2020-03-04T00:00:00.000Z', { title: 'Harbor of Norvik closes, ferries wait' }),
    )
    const terms = toBonds([...common, odd, ...pair]).map(({ term }) => term)
    expect(terms).toContain('norvik')
    expect(terms).not.toContain('dallas')
    expect(terms).not.toContain('ferries')
  })

  test('groups of outlets are named after their country', () => {
    const oldest = [
      article('one.example', '2020-03-04T00:00:00.000Z', { country: 'US' }),
      article('two.example', '2020-03-04T00:00:00.000Z'),
    ]
    expect(toOutletTones(oldest).map(({ group }) => group)).toEqual(['United States', 'Unknown country'])
  })
})
