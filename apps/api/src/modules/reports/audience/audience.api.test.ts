import type { AudienceEstimate, DocumentPage, SearchState } from '@auspex/sdk/types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSequentialIds } from '../../../kernel/ids.ts'
import { sampleDocument } from '../../../testing/stored-documents.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { silentLog } from '../../../testing/test-database.ts'
import { createDocumentsModule } from '../../library/index.ts'

let api: TestApi
let oat: string

/** 400 posts by 200 people in five forums: 20 posts by 10 people are about oat milk, 8 of those in Sweden, which has 120 posts. */
const library = Array.from({ length: 400 }, (_, n) =>
  sampleDocument({
    nativeId: `p${n}`,
    url: `https://example.org/${n}`,
    outlet: `forum${n % 5}.example`,
    kind: 'post',
    title: n < 20 ? `Oat milk, part ${n}` : `Gardening notes ${n}`,
    author: n < 20 ? `drinker ${n % 10}` : `gardener ${n % 190}`,
    country: n < 8 || (n >= 20 && n < 132) ? 'SE' : null,
    countryBasis: n < 8 || (n >= 20 && n < 132) ? 'source' : null,
    publishedAt: '2026-10-05T08:00:00Z',
  }),
)
/** Articles from Germany have no authors: a share of documents would make its audience look small beside shares of authors. */
const german = Array.from({ length: 300 }, (_, n) =>
  sampleDocument({
    nativeId: `g${n}`,
    url: `https://example.de/${n}`,
    title: n < 6 ? `Oat milk in Berlin ${n}` : `Balcony notes ${n}`,
    country: 'DE',
    countryBasis: 'source',
  }),
)
/** Search results are incomplete, so they must not be counted. */
const searchDocuments = Array.from({ length: 30 }, (_, n) =>
  sampleDocument({
    sourceKey: 'hacker_news',
    nativeId: `h${n}`,
    url: `https://example.com/${n}`,
    title: n < 15 ? `Oat milk at Hacker News ${n}` : `Kombucha number ${n}`,
    author: `hacker ${n}`,
  }),
)

beforeAll(async () => {
  api = await createTestApi({ config: { sources: 'live' } })
  const { database, clock } = api
  const documents = createDocumentsModule({ database, clock, createId: createSequentialIds(), log: silentLog })
  await documents.storeDocuments([...library, ...german, ...searchDocuments])
  oat = await search({ query_term: 'oat milk' })
})
afterAll(() => api.close())

async function search(query: object): Promise<string> {
  const started = await api.request({ method: 'POST', path: '/explore/topicQuery', as: 'mira', body: query })
  const { request_id } = started.json<SearchState>()
  for (;;) {
    const body = { request_id }
    const reply = await api.request({ method: 'POST', path: '/explore/getQueryStatus', as: 'mira', body })
    const state = reply.json<SearchState>()
    if (state.finishedAt !== null) return state.signal_id
  }
}

const fetchEstimate = (params: Record<string, string>) =>
  api.request({
    method: 'GET',
    path: `/signal/narrative/meta/estimate?${String(new URLSearchParams(params))}`,
    as: 'mira',
  })

async function estimate(params: Record<string, string>): Promise<AudienceEstimate> {
  const reply = await fetchEstimate({ id: oat, age_min: '18', ...params })
  expect(reply.statusCode).toBe(200)
  return reply.json<AudienceEstimate>()
}

describe('an audience', () => {
  test('is people online times the share of authors who mention the signal', async () => {
    const audience = await estimate({ name: 'oat milk' })
    expect(audience).toMatchObject({
      id: oat,
      name: 'oat milk',
      platform: null,
      age_min: 18,
      message: null,
      reason: null,
    })
    expect(audience.interest).toMatchObject({ value: 0.05, basis: 'authors', interested: 10, asked: 200, geo: null })
    expect(audience.people?.value).toBe(Number(((audience.online ?? 0) * 0.05).toPrecision(1)))
    expect(audience.people?.low).toBeLessThan(audience.people?.value ?? 0)
    expect(audience.people?.high).toBeGreaterThan(audience.people?.value ?? 0)
    expect(audience.limits.join(' ')).toContain('what one more of their kind may tell')
    expect(audience.population).toBeGreaterThan(audience.online ?? 0)
  })

  test('states its assumptions before any number, and rounds to one digit', async () => {
    const audience = await estimate({})
    expect(Object.keys(audience)[0]).toBe('assumptions')
    expect(audience.assumptions.join(' ')).toContain('Every country is equally interested')
    for (const count of [audience.people?.value, audience.people?.low, audience.people?.high])
      expect(String(count)).toMatch(/^[1-9]0+$/)
  })

  test('without a maximum age and a country has null for both', async () => {
    expect(await estimate({})).toMatchObject({ age_max: null, geo: null, name: null })
    expect(await estimate({ age_max: 'null', geo: 'null' })).toEqual(await estimate({}))
    expect(await estimate({ age_max: '', geo: '' })).toEqual(await estimate({}))
    expect(await estimate({ age_max: '24', geo: 'SE' })).toMatchObject({ age_max: 24, geo: 'SE' })
  })

  test('of a country uses documents of known country if there are enough, and says so if not', async () => {
    const sweden = await estimate({ geo: 'SE' })
    expect(sweden.interest).toMatchObject({ geo: 'SE', interested: 8, asked: 120 })
    expect((await estimate({ geo: 'DE' })).interest).toMatchObject({ geo: null, basis: 'authors' })
    const norway = await estimate({ geo: 'NO' })
    expect(norway.interest).toMatchObject({ geo: null, value: 0.05 })
    expect(norway.assumptions.join(' ')).toContain('tell that they are from Norway, so the interest of all was taken')
  })

  test('has a source, a year and an address for every input', async () => {
    const { cells } = await estimate({ geo: 'SE', age_max: '24' })
    expect(cells.map(({ kind }) => kind)).toEqual(['authors', 'documents', 'population', 'population', 'internet'])
    for (const { source, year, url } of cells) {
      expect(source).not.toBe('')
      expect(year).toBeGreaterThan(2000)
      expect(url).toMatch(/^(https:\/\/|\/signals\/)/)
    }
    const [authors] = cells
    expect(authors?.url).toBe(`/signals/${oat}?docs=all&source=imported&country=SE`)
    const listed = await api.request({
      method: 'GET',
      path: `/signals/${oat}/documents?source=imported&country=SE`,
      as: 'mira',
    })
    expect(listed.json<DocumentPage>().page.total).toBe(8)
  })

  test('of a platform is refused with what would be needed', async () => {
    for (const platform of ['tiktok', 'reddit', 'forums']) {
      const reply = await fetchEstimate({ id: oat, age_min: '18', platform })
      expect([reply.statusCode, reply.json().code]).toEqual([422, 'audience.platform_unknown'])
      expect(reply.json().detail).toMatch(/table of how many people .* Leave the platform out/)
    }
  })

  test('belongs to the named topic: a name of another topic is refused', async () => {
    expect((await estimate({ name: ' Oat  MILK ' })).people).not.toBeNull()
    expect((await estimate({ name: '' })).people).not.toBeNull()
    const reply = await fetchEstimate({ id: oat, age_min: '18', name: 'solar power' })
    expect([reply.statusCode, reply.json().code]).toEqual([422, 'audience.name_differs'])
    expect(reply.json().detail).toContain('“oat milk”')
  })

  test('that cannot be estimated is null with the reason, never 0', async () => {
    const noEstimate = { people: null, interest: null, message: 'No results found' }
    expect(await estimate({ geo: 'TW' })).toMatchObject({
      ...noEstimate,
      reason: expect.stringContaining('do not have Taiwan'),
    })
    const rare = await search({ query_term: 'kombucha' })
    expect(await estimate({ id: rare })).toMatchObject({
      ...noEstimate,
      population: expect.any(Number),
      reason: expect.stringContaining('have 0 documents of this signal'),
    })
    const ofHackers = await search({ query_term: 'oat milk', sources: ['hacker_news'] })
    expect(await estimate({ id: ofHackers })).toMatchObject({
      ...noEstimate,
      reason: expect.stringContaining('has no complete source'),
    })
    const ofOnePaper = await search({ query_term: 'oat milk', geo: 'DE' })
    expect(await estimate({ id: ofOnePaper, geo: 'DE' })).toMatchObject({
      ...noEstimate,
      reason: expect.stringMatching(/^The 6 documents of this signal show .* fewer than 3 outlets/),
    })
  })

  test('differs between signals of two countries', async () => {
    const swedish = await search({ query_term: 'oat milk', geo: 'SE' })
    expect((await estimate({ id: swedish, geo: 'SE' })).interest).toMatchObject({ geo: 'SE', asked: 120 })
    expect(await estimate({ id: swedish })).toMatchObject({
      people: null,
      reason: expect.stringContaining('has documents from Sweden alone'),
    })
  })
})

describe('the question', () => {
  test('requires a known signal, ordered ages and a token', async () => {
    expect((await fetchEstimate({ id: 'sig_none', age_min: '18' })).statusCode).toBe(404)
    const upsideDown = await fetchEstimate({ id: oat, age_min: '30', age_max: '20' })
    expect(upsideDown.statusCode).toBe(422)
    expect(upsideDown.json()).toMatchObject({ title: 'The youngest age is above the oldest' })
    expect((await fetchEstimate({ id: oat })).statusCode).toBe(422)
    const path = `/signal/narrative/meta/estimate?id=${oat}&age_min=18`
    expect((await api.request({ method: 'GET', path })).statusCode).toBe(401)
  })
})
