import { dereference, type Method, resolve, type Schema } from '@auspex/contract'
import { readContractDocument } from '@auspex/contract/file'
import { createRandom } from '@auspex/contract/random'
import type { OrganizationGroupPage, UserProfile } from '@auspex/sdk/types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSequentialIds } from '../kernel/ids.ts'
import { createDocumentsModule } from '../modules/library/index.ts'
import { createProposingAnalyst } from '../modules/zeus/testing/scripted-analyst.ts'
import { createOwnedThings } from '../testing/owned-things.ts'
import type { PersonName } from '../testing/people.ts'
import { sampleDocument } from '../testing/stored-documents.ts'
import { createTestApi, type TestApi } from '../testing/test-api.ts'
import { silentLog } from '../testing/test-database.ts'

/** Fields that choose a slice, an order or a level of detail, and are therefore not filters. */
const presentation = ['page', 'perPage', 'cursor', 'sort', 'direction', 'limit', 'series', 'messages', 'fold', 'split']
/** Fields that choose what is measured or listed: a population, a range of days, or what else is shown. */
const scopes = ['id', 'feedId', 'withMuted', 'windowDays', 'asOf', 'period', 'origin']
/** Lists of external registers, whose responses the tests do not contain, a prefix search, and measures of terms. */
const otherKinds = [
  'searchClinicalTrials',
  'listPubmedArticles',
  'autocompleteStock',
  'listGeneralTrends',
  'listCategoryTrends',
]

const document = readContractDocument()

interface List {
  id: string
  method: 'GET' | 'POST'
  path: string
  /** Takes a signal id in addition to its filters. */
  isOfSignal: boolean
  isPaged: boolean
  /** The schema of each filter. */
  filters: Record<string, Schema>
}

const lists = Object.entries(document.paths).flatMap(([path, item]) =>
  (['get', 'post'] as const satisfies Method[]).flatMap((verb): List[] => {
    const operation = item[verb]
    if (operation?.['x-resource']?.verb !== 'list' && operation?.operationId !== 'getClusters') return []
    if (otherKinds.includes(operation.operationId)) return []
    const query = (operation.parameters ?? []).map((parameter) => resolve(document, parameter))
    const parameters = query
      .filter((parameter) => parameter.in === 'query')
      .map((parameter): [string, Schema] => [parameter.name, parameter.schema as Schema])
    const body = operation.requestBody?.content['application/json']?.schema as Schema | undefined
    const fields =
      verb === 'post' && body !== undefined ? Object.entries(dereference(document, body).properties ?? {}) : []
    const all = [...parameters, ...fields]
    const isOfSignal = path.startsWith('/signal/') && all.some(([name]) => name === 'id')
    const filters = all
      .filter(([name]) => !presentation.includes(name) && !scopes.includes(name))
      .map(([name, schema]): [string, Schema] => [name, dereference(document, schema)])
    const isPaged = all.some(([name]) => name === 'page')
    return [
      {
        id: operation.operationId,
        method: verb === 'get' ? 'GET' : 'POST',
        path,
        isOfSignal,
        isPaged,
        filters: Object.fromEntries(filters),
      },
    ]
  }),
)

let api: TestApi
let ownedIds: Record<string, string> = {}
let [signalId, miraId, groupId, organizationId] = ['', '', '', '']
beforeAll(async () => {
  api = await createTestApi({ analyst: createProposingAnalyst(), jobs: true, config: { sources: 'live' } })
  const { database, clock } = api
  const documents = createDocumentsModule({ database, clock, createId: createSequentialIds(), log: silentLog })
  await documents.storeDocuments(
    Array.from({ length: 30 }, (_, n) =>
      sampleDocument({
        title: `${n % 2 === 0 ? 'Great' : 'Terrible'} oat milk in harbor number ${n % 10}`,
        outlet: ['one.example', 'two.example', 'three.example'][n % 3],
        country: ['US', 'NO', null][n % 3],
        countryBasis: n % 3 === 2 ? null : 'source',
        author: n % 4 === 0 ? 'Ida Berg' : null,
        publishedAt: `2026-11-${String((n % 20) + 1).padStart(2, '0')}T08:00:00Z`,
      }),
    ),
  )
  const owned = await createOwnedThings(api)
  ownedIds = owned.ownedIds
  signalId = owned.signalId
  miraId = (await read<UserProfile>('/users/me', 'mira')).profile.id
  const group = (await read<OrganizationGroupPage>('/godmode/organization-groups', 'root')).items[0]
  groupId = group?.id ?? ''
  organizationId = group?.organizationId ?? ''
})
afterAll(() => api.close())
const read = async <T>(path: string, as: PersonName) => (await api.request({ method: 'GET', path, as })).json<T>()

/** Values of a field that some items have and others do not. */
function valuesOf(name: string, { enum: words, type }: Schema): readonly unknown[] {
  const knownValues: Record<string, readonly unknown[]> = {
    geo: ['US', 'NO'],
    country: ['US', 'NO'],
    outlet: ['one.example', 'example.org'],
    outlets: [['one.example'], ['two.example', 'example.org']],
    author: ['Ida Berg'],
    source: ['imported'],
    searchTerm: ['oat', 'foam'],
    find: ['foam', 'number 1'],
    entity: ['harbor'],
    context: ['foam'],
    terms: [['foam'], ['harbor', 'latte']],
    query: ['oat'],
    beginning: ['o'],
    category: ['food_drink', 'health'],
    categories: [['food_drink'], ['sports', 'health']],
    signalId: [signalId],
    signalIds: [[signalId]],
    portfolioId: [ownedIds['portfolios']],
    portfolioIds: [[ownedIds['portfolios']]],
    workflowId: [ownedIds['workflows']],
    threadId: [ownedIds['threads']],
    itemId: [ownedIds['stories']],
    ids: ['doc_3k9f2m', 'doc_3k9f2m,doc_3k9f2n'],
    userId: [miraId, 'usr_unknown'],
    organizationId: [organizationId],
    organizationGroupId: [groupId],
  }
  const day = /start|from/i.test(name)
    ? ['2026-10-10', '2026-11-05']
    : /end|^to$/i.test(name)
      ? ['2026-10-20', '2026-11-19']
      : []
  if (knownValues[name] !== undefined) return knownValues[name]
  if (/date_time/.test(name)) return day.map((date) => `${date}T00:00:00Z`)
  if (day.length > 0) return day
  if (Array.isArray(words)) return words.filter((word) => word !== null)
  return [type].flat().includes('boolean') ? [true, false] : []
}

interface Answer {
  status: number
  total: number
  ids: readonly string[]
}

async function fetchList(
  list: List,
  fields: Record<string, unknown>,
  more: Record<string, unknown> = {},
): Promise<Answer> {
  const things: Record<string, string> = {
    ...ownedIds,
    id:
      ownedIds[
        list.path.startsWith('/zeus') ? 'reports' : list.path.startsWith('/monitors') ? 'monitors' : 'stories'
      ] ?? '',
    signalId,
    groupId,
    tag: 'oatmilk',
  }
  const path = list.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    list.path.startsWith('/signal') ? signalId : (things[name] ?? 'x'),
  )
  const all = { ...(list.isOfSignal && { id: signalId }), ...fields, ...more }
  const query = new URLSearchParams(Object.entries(all).map(([name, value]) => [name, [value].flat().join(',')]))
  const as = list.path.startsWith('/godmode') ? 'root' : list.path === '/imports' ? 'importer' : 'mira'
  const reply = await api.request({
    method: list.method,
    as,
    ...(list.method === 'GET' ? { path: `${path}?${query.toString()}` } : { path, body: all }),
  })
  const { items = [], page } = reply.json<{ items?: { id?: string; copies?: unknown }[]; page?: { total: number } }>()
  // an entry with several copies has the id of the first matching copy, so ids cannot be compared
  const ids = items.flatMap((item) => (item.id === undefined || item.copies !== undefined ? [] : [item.id]))
  return { status: reply.statusCode, total: page?.total ?? items.length, ids }
}

describe('a filter never adds results', () => {
  test('in any list, whatever the other filters are', async () => {
    const random = createRandom(30)
    const widened: unknown[] = []
    /** Lists whose responses were compared, and those of them that returned fewer items. */
    const compared = new Set<string>()
    const filled = new Set<string>()
    for (const list of lists) {
      // days replace the list's default range, so both requests state one
      const span = 'startDate' in list.filters ? { startDate: '2026-01-01' } : {}
      const names = Object.keys(list.filters).filter((name) => valuesOf(name, list.filters[name] ?? {}).length > 0)
      for (let round = 0; round < 25 && names.length > 0; round += 1) {
        const pickValue = (name: string) => random.pick(valuesOf(name, list.filters[name] ?? {}))
        const added = random.pick(names)
        const others = names.filter((name) => name !== added && random.chance(0.25))
        const baseQuery = { ...span, ...Object.fromEntries(others.map((name) => [name, pickValue(name)])) }
        const narrowedQuery = { ...baseQuery, [added]: pickValue(added) }
        const wide = await fetchList(list, baseQuery, { perPage: 200 })
        const narrow = await fetchList(list, narrowedQuery, { perPage: 200 })
        if (wide.status !== 200 || narrow.status !== 200) continue
        compared.add(list.id)
        if (wide.total > 0) filled.add(list.id)
        const isWhole = wide.total <= 200 && wide.ids.length === wide.total
        if (narrow.total > wide.total || (isWhole && narrow.ids.some((id) => !wide.ids.includes(id))))
          widened.push([list.id, baseQuery, narrowedQuery, wide.total, narrow.total])
      }
    }
    expect(widened).toEqual([])
    const filtered = lists.filter(({ filters }) => Object.keys(filters).length > 0).map(({ id }) => id)
    expect([...compared].toSorted()).toEqual(filtered.toSorted())
    expect(filled.size).toBeGreaterThan(20)
  })
})

describe('a page behind the last', () => {
  test('is empty and has the total of the first page, in any list', async () => {
    const paged = lists.filter(({ isPaged }) => isPaged)
    const counts = await Promise.all(
      paged.map(async (list) => {
        const first = await fetchList(list, {})
        const emptyPage = await fetchList(list, {}, { page: 999 })
        return [list.id, emptyPage.status, emptyPage.ids, { first: first.total, behind: emptyPage.total }] as const
      }),
    )
    expect(counts).toEqual(counts.map(([id, , , { first }]) => [id, 200, [], { first, behind: first }]))
    expect(counts.filter(([, , , { first }]) => first > 0).length).toBeGreaterThan(20)
  })
})
