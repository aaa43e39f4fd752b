import type { Import, InboxPage, UserProfile } from '@auspex/sdk/types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createProposingAnalyst } from '../modules/zeus/testing/scripted-analyst.ts'
import { createOwnedThings, everyRequest, sendRequest } from '../testing/owned-things.ts'
import { people, type PersonName } from '../testing/people.ts'
import { createTestApi, type TestApi, type TestRequest } from '../testing/test-api.ts'

let api: TestApi
/** Ids of Northwind's resources, by collection of the contract. */
let ownedIds: Record<string, string> = {}
let signalId = ''
const read = async <T>(path: string, as: TestRequest['as'] = 'mira') =>
  (await api.request({ method: 'GET', path, as })).json<T>()

beforeAll(async () => {
  api = await createTestApi({ analyst: createProposingAnalyst(), jobs: true, config: { sources: 'live' } })
  const owned = await createOwnedThings(api)
  ownedIds = owned.ownedIds
  signalId = owned.signalId
})
afterAll(async () => api.close())

/** Collections visible to the whole organization. */
const sharedByColleagues = ['hashtagImports', 'images', 'sharedItems', 'workflows']
/** Collections that only importers can access. */
const ownedByImporters = ['hashtagImports', 'imports']

const strangers: readonly [name: string, as: PersonName][] = [
  ['a member of another organization', 'ana'],
  ['a colleague', 'jon'],
]
const foreignImporter = { ...people.ana, sub: 'eva', roles: ['importer'] }

describe("the id of another person's resource", () => {
  test('is tested for every collection that operations address by id', () => {
    const collections = new Set(everyRequest(api, () => 'x').map(({ collection }) => collection))
    expect([...collections].toSorted()).toEqual(Object.keys(ownedIds).toSorted())
    for (const [collection, id] of Object.entries(ownedIds))
      expect([collection, id]).toEqual([collection, expect.stringMatching(/\w/)])
  })

  test.each(strangers)('is answered to %s like an unknown id by every operation', async (_, as) => {
    const calledOperations: string[] = []
    const unknown = (collection: string) =>
      collection === 'sharedItems' ? 'x'.repeat(32) : (ownedIds[collection] ?? '').replace(/_.*/, '_0000')
    const nobodys = new Map(everyRequest(api, unknown).map((each) => [each.operation, each]))
    for (const each of everyRequest(api, (name) => ownedIds[name] ?? '')) {
      const { operation, collection } = each
      if (as === 'jon' && sharedByColleagues.includes(collection)) continue
      const owner = ownedByImporters.includes(collection) ? foreignImporter : as
      const reply = await sendRequest(api, each, owner)
      const { requestId: _own, ...problem } = reply.json<Record<string, unknown>>()
      expect([operation, reply.statusCode]).toEqual([operation, 404])
      const { requestId: _other, ...same } = (await sendRequest(api, nobodys.get(operation) ?? each, owner)).json<
        Record<string, unknown>
      >()
      expect([operation, problem]).toEqual([operation, same])
      calledOperations.push(operation)
    }
    expect(calledOperations.length).toBeGreaterThan(12)
  })

  test('still finds it unchanged for its owner', async () => {
    const { exports: exportIds, contextSpaces, portfolios, projects, images } = ownedIds
    for (const path of [
      `/exports/${exportIds}`,
      `/contextSpaces/${contextSpaces}`,
      `/portfolio/${portfolios}`,
      `/project/${projects}`,
      `/images/${images}`,
    ])
      expect((await api.request({ method: 'GET', path, as: 'mira' })).statusCode).toBe(200)
    const { items } = await read<{ items: { id: string }[] }>('/explore/getMonitorSubscriptions')
    expect(items.map(({ id }) => id)).toEqual([ownedIds['monitorSubscriptions']])
    expect((await read<InboxPage>('/users/inbox-list')).items[0]).toMatchObject({
      id: ownedIds['inboxMessages'],
      readAt: null,
    })
    expect(await read<Import>(`/imports/${ownedIds['imports']}`, 'importer')).toMatchObject({ state: 'running' })
  })

  test('is in no list of another organization', async () => {
    for (const path of [
      '/users/inbox-list',
      '/recentSearches',
      '/contextSpaces',
      '/explore/getMonitorSubscriptions',
      '/explore/getGlobalTrendsSubscriptions',
      '/digests',
      '/feedKeys',
      '/portfolio',
      '/portfolio/getPortfolios',
      '/portfolio/topic',
      '/project',
      '/demographics/hashtagImports',
      '/newsfeed/mutes',
      '/workflowRuns',
      '/zeus/getZeusData',
      '/zeus/getZeusReports',
    ])
      expect([path, (await read<{ items: unknown[] }>(path, 'ana')).items]).toEqual([path, []])
  })

  test('refuses a message to a person of another organization like one to an unknown person', async () => {
    const { profile } = await read<UserProfile>('/users/me', 'mira')
    const refusals = await Promise.all(
      [profile.id, 'usr_0000'].map(async (id) => {
        const body = { id: signalId, to: [id], message: 'Hello' }
        const reply = await api.request({ method: 'POST', path: '/signal/sendSignalMessage', as: 'ana', body })
        const { requestId: _own, ...problem } = reply.json<Record<string, unknown>>()
        return JSON.stringify({ status: reply.statusCode, problem }).replaceAll(id, 'ID')
      }),
    )
    expect(refusals[0]).toBe(refusals[1])
    expect(refusals[0]).toMatch(/"status":4\d\d/)
  })
})
