import type { ContextSpace, ContextSpaceList } from '@auspex/sdk/types'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSequentialIds } from '../../../kernel/ids.ts'
import type { PersonName } from '../../../testing/people.ts'
import { sampleDocument } from '../../../testing/stored-documents.ts'
import { searchToEnd } from '../../../testing/finish-search.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { silentLog } from '../../../testing/test-database.ts'
import { createDocumentsModule } from '../../library/index.ts'

let api: TestApi
let signalId: string
let rareSignalId: string

const topics = [
  ['barista', 'foam', 'espresso', 'latte'],
  ['harvest', 'drought', 'farmers', 'field'],
  ['court', 'label', 'lawsuit', 'judge'],
]
const pick = <T>(items: readonly T[], n: number): T => items[n % items.length] as T // never empty

/** 240 documents about oat milk in three groups of words, and 240 about something else. */
const library = Array.from({ length: 480 }, (_, n) => {
  const isOat = n < 240
  const topic = pick(topics, n)
  const words = [pick(topic, n), pick(topic, n + 1), pick(topic, Math.floor(n / 7))].join(' ')
  return sampleDocument({
    nativeId: `n${n}`,
    url: `https://example.org/${n}`,
    // unique words, so that no document is a copy of another one
    title: `${Array.from({ length: 12 }, (_word, index) => `w${n}x${index}`).join(' ')} ${isOat ? `Oat milk and ${words} number ${n}` : `Football match number ${n}`}`,
    body: `${isOat && n % 3 === 0 ? 'A wonderful flat white' : 'A game'} was seen by Angela Merkel in place ${n % 50}.`,
    outlet: `outlet-${n % 9}.example`,
    publishedAt: `2026-10-${String((n % 28) + 1).padStart(2, '0')}T08:00:00Z`,
  })
})

const rare = Array.from({ length: 4 }, (_, n) =>
  sampleDocument({ nativeId: `rare${n}`, url: `https://example.org/rare/${n}`, title: `Quince syrup number ${n}` }),
)

beforeAll(async () => {
  api = await createTestApi({ config: { sources: 'live' } })
  const { database, clock } = api
  const documents = createDocumentsModule({ database, clock, createId: createSequentialIds(), log: silentLog })
  await documents.storeDocuments([...library, ...rare])
  while (await documents.enrich.step());
  await documents.enrich.stop()
  signalId = await search('oat milk')
  rareSignalId = await search('quince syrup')
})
afterAll(async () => api.close())

const post = (path: string, body: unknown, as: PersonName = 'mira') => api.request({ method: 'POST', path, as, body })
const get = (path: string, as: PersonName = 'mira') => api.request({ method: 'GET', path, as })

async function search(term: string): Promise<string> {
  return (await searchToEnd(api, { query_term: term })).signal_id
}

async function generate(body: object = {}, as: PersonName = 'mira'): Promise<ContextSpace> {
  const reply = await post('/explore/generateContextSpace', { signalId, ...body }, as)
  expect(reply).toMatchObject({ statusCode: 200 })
  return reply.json<ContextSpace>()
}

const add = (id: string, terms: string[], as: PersonName = 'mira') =>
  post('/explore/addNewContextsToContextSpace', { id, terms }, as)
const remove = (id: string, contextId: string, as: PersonName = 'mira') =>
  api.request({ method: 'DELETE', path: `/contextSpaces/${id}/contexts/${contextId}`, as })
const deleteSpace = (id: string, as: PersonName = 'mira') => post('/explore/deleteContextSpaceData', { id }, as)
const labels = ({ contexts }: ContextSpace) => contexts.map(({ label }) => label)

describe('a context space', () => {
  test('shows co-occurring contexts with their association, grouped by relatedness', async () => {
    const space = await generate()
    expect(space.title).toBe('Oat milk')
    expect(space.documentsRead).toBe(240)
    expect(labels(space)).toEqual(expect.arrayContaining(topics.flat()))
    expect(labels(space)).not.toEqual(expect.arrayContaining(['oat']))
    for (const { association, documents } of space.contexts) {
      expect(association.low).toBeGreaterThan(1)
      expect(association).toMatchObject({ n: 240 })
      expect(documents).toBeGreaterThan(2)
    }
    const groupOf = (label: string) => space.contexts.find((context) => context.label === label)?.cluster
    for (const words of topics) expect(new Set(words.map(groupOf)).size).toBe(1)
    expect(new Set(topics.map(([word]) => groupOf(word ?? ''))).size).toBe(3)
    expect(space.links.length).toBeGreaterThan(0)
    const ids = space.contexts.map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining(space.links.flatMap(({ source, target }) => [source, target])))
  })

  test('the same signal produces the same map, stored separately', async () => {
    const [first, second] = [await generate(), await generate()]
    expect(second.id).not.toBe(first.id)
    expect(second.contexts).toEqual(first.contexts)
  })

  test('limit and kinds restrict it', async () => {
    const space = await generate({ limit: 5, kinds: ['term'] })
    expect(space.contexts).toHaveLength(5)
    expect(new Set(space.contexts.map(({ kind }) => kind))).toEqual(new Set(['term']))
  })

  test('is stored, listed by signal, and not found once deleted', async () => {
    const space = await generate({}, 'jon')
    expect((await get(`/contextSpaces/${space.id}`, 'jon')).json()).toEqual(space)
    const listed = (await get(`/contextSpaces?signalId=${signalId}`, 'jon')).json<ContextSpaceList>()
    expect(listed.items).toEqual([expect.objectContaining({ id: space.id, contexts: space.contexts.length })])
    expect((await get(`/contextSpaces?signalId=${rareSignalId}`, 'jon')).json<ContextSpaceList>().items).toEqual([])
    expect((await deleteSpace(space.id, 'jon')).json()).toEqual({ id: space.id, deleted: true })
    expect((await get(`/contextSpaces/${space.id}`, 'jon')).statusCode).toBe(404)
  })
})

describe('adding and removing', () => {
  test('measures and places a phrase without moving others, and names terms without documents', async () => {
    const space = await generate({ limit: 8 })
    const grown = (await add(space.id, ['flat white', 'Angela Merkel', 'oat gin', '???'])).json<ContextSpace>()
    expect(grown.unplaced).toEqual(['oat gin', '???'])
    expect(grown.contexts.slice(0, 8)).toEqual(space.contexts)
    const [phrase, name] = grown.contexts.slice(8)
    expect(phrase).toMatchObject({ label: 'flat white', kind: 'term', documents: 80 })
    expect(phrase?.association.low).toBeGreaterThan(1)
    expect(name).toMatchObject({ label: 'Angela Merkel', kind: 'entity', documents: 240 })
    expect(name?.association.value).toBeCloseTo(1, 1)
    expect((await get(`/contextSpaces/${space.id}`)).json<ContextSpace>().contexts).toEqual(grown.contexts)
  })

  test('an added context has the same numbers as in the report', async () => {
    const whole = await generate()
    const { id } = await generate({ limit: 5 })
    const grown = (await add(id, labels(whole).slice(5, 10))).json<ContextSpace>()
    const figures = ({ contexts }: ContextSpace) =>
      contexts.slice(0, 10).map(({ x: _x, y: _y, cluster: _cluster, ...figure }) => figure)
    expect(figures(grown)).toEqual(figures(whole))
  })

  test('an existing term changes nothing', async () => {
    const space = await generate({ limit: 8 })
    const same = (await add(space.id, [`  ${labels(space)[0]?.toUpperCase()} `])).json<ContextSpace>()
    expect(same.contexts).toEqual(space.contexts)
  })

  test('what was removed comes back where it was', async () => {
    const space = await generate({ limit: 8 })
    const removedContext = space.contexts[2]
    const without = (await remove(space.id, removedContext?.id ?? '')).json<ContextSpace>()
    expect(labels(without)).not.toContain(removedContext?.label)
    expect(
      without.links.every(({ source, target }) => source !== removedContext?.id && target !== removedContext?.id),
    ).toBe(true)
    const back = (await add(space.id, [removedContext?.label ?? ''])).json<ContextSpace>()
    expect(back.contexts).toContainEqual(removedContext)
    expect(back.links).toEqual(expect.arrayContaining(space.links))
    expect((await remove(space.id, 'ctx_0')).json<ContextSpace>().contexts).toEqual(back.contexts)
  })
})

describe('a context space refuses', () => {
  test('an unknown signal, and one with too few documents', async () => {
    expect((await post('/explore/generateContextSpace', { signalId: 'sig_nobody' })).statusCode).toBe(404)
    const reply = await post('/explore/generateContextSpace', { signalId: rareSignalId })
    expect(reply).toMatchObject({ statusCode: 409 })
    expect(reply.json()).toMatchObject({ code: 'context_spaces.too_few_documents' })
  })

  test('a limit beyond the contract, and no terms', async () => {
    expect((await post('/explore/generateContextSpace', { signalId, limit: 201 })).statusCode).toBe(422)
    expect((await add('cs_1', [])).statusCode).toBe(422)
    expect((await get('/contextSpaces?signalId=nonsense')).statusCode).toBe(422)
    expect((await get('/contextSpaces/nonsense')).statusCode).toBe(422)
    expect((await remove('cs_1', 'nonsense')).statusCode).toBe(422)
    expect((await deleteSpace('nonsense')).statusCode).toBe(422)
  })

  test('a map with more than 500 contexts', async () => {
    const { id } = await generate({ limit: 8 })
    // as after many additions: eight contexts, repeated
    await sql`
      update context_space set body = jsonb_set(body, '{contexts}', (
        select jsonb_agg(c.value || jsonb_build_object('label', 'context ' || n)) from generate_series(1, 499) as n
        join jsonb_array_elements(body->'contexts') with ordinality as c (value, place) on c.place = n % 8 + 1
      )) where id = ${id}`.execute(api.database.kysely)
    const reply = await add(id, ['flat white', 'wonderful'])
    expect(reply).toMatchObject({ statusCode: 409 })
    expect(reply.json()).toMatchObject({ code: 'context_spaces.full' })
  })
})

describe('a context space protects', () => {
  test('does not exist for other people, in the same tenant or another', async () => {
    const { id, contexts } = await generate({ limit: 8 })
    for (const person of ['jon', 'ana'] as const) {
      expect((await get(`/contextSpaces/${id}`, person)).statusCode).toBe(404)
      expect((await add(id, ['foam'], person)).statusCode).toBe(404)
      expect((await remove(id, contexts[0]?.id ?? '', person)).statusCode).toBe(404)
      expect((await deleteSpace(id, person)).statusCode).toBe(404)
      expect((await get('/contextSpaces', person)).json<ContextSpaceList>().items.map((item) => item.id)).not.toContain(
        id,
      )
    }
    expect((await get(`/contextSpaces/${id}`)).statusCode).toBe(200)
  })
})
