import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../../adapters/database/database.port.ts'
import { createTestDatabase } from '../../../testing/test-database.ts'
import { type DocumentId, toDocumentId } from '../../library/index.ts'
import { clusterIdOf } from './cluster-id.ts'
import { type ClusterMembersRepository, createClusterMembersRepository } from './cluster-members.repository.ts'
import { type ClustersRepository, createClustersRepository, type StoredCluster } from './clusters.repository.ts'

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

describe('stories that join others', () => {
  test('bring their articles with them and lead there, and others are left as they are', async () => {
    const documentIds = ['11', '12', '13', '14'].map(toDocumentId)
    const stories = documentIds.map(story)
    const [first = '', second = '', kept = '', alone = ''] = stories.map(({ id }) => id)
    await clusters.save(stories, at)
    await members.place(
      documentIds.map((documentId) => ({
        documentId,
        clusterId: clusterIdOf(documentId),
        publishedAt: at.toISOString(),
      })),
    )
    await members.join([
      { storyId: first, into: kept },
      { storyId: second, into: kept },
    ])
    expect((await members.listIds(kept, 10)).toSorted()).toEqual(documentIds.slice(0, 3).toSorted())
    expect([await clusters.resolve(first), await clusters.resolve(second)]).toEqual([kept, kept])
    expect(await clusters.countMerged(kept)).toBe(2)
    expect(await clusters.resolve(alone)).toBe(alone)
    expect(await members.listIds(alone, 10)).toEqual(documentIds.slice(3))
  })
})
