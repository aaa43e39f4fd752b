import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PersonName } from '../../../testing/people.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  for (const person of ['mira', 'jon'] as const) await clear(person)
})

let minute = 0
/** Saves each search a second later than the one before. */
const save = (as: PersonName, query: object) => {
  api.clock.set(new Date(Date.UTC(2026, 10, 21, 8, 0, ++minute)).toISOString())
  return api.request({ method: 'POST', path: '/explore/saveRecentSearch', as, body: query })
}
const list = async (as: PersonName) => (await api.request({ method: 'GET', path: '/recentSearches', as })).json().items
const titles = async (as: PersonName) => (await list(as)).map((item: { query: { title: string } }) => item.query.title)
const clear = (as: PersonName) => api.request({ method: 'POST', path: '/explore/clearRecentSearches', as })

describe('recent searches', () => {
  test('a saved search is returned with its signal and its canonical form', async () => {
    const reply = await save('mira', { query_term: '  Oat   Milk ' })
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toMatchObject({
      id: expect.stringMatching(/^rs_/),
      signalId: expect.stringMatching(/^sig_/),
      query: { title: 'Oat Milk', isCompound: false },
    })
    expect(await list('mira')).toEqual([reply.json()])
  })

  test('the newest comes first, and a repeated search moves up instead of being listed twice', async () => {
    for (const term of ['oat milk', 'solar power', 'OAT MILK']) await save('mira', { query_term: term })
    expect(await titles('mira')).toEqual(['OAT MILK', 'solar power'])
  })

  test('the list keeps the newest 50', async () => {
    for (let index = 0; index < 53; index += 1) await save('mira', { query_term: `topic number ${index}` })
    const storedTitles = await titles('mira')
    expect(storedTitles).toHaveLength(50)
    expect(storedTitles[0]).toBe('topic number 52')
    expect(storedTitles.at(-1)).toBe('topic number 3')
  })

  test('clearing returns how many there were', async () => {
    await save('mira', { query_term: 'oat milk' })
    expect((await clear('mira')).json()).toEqual({ removed: 1 })
    expect((await clear('mira')).json()).toEqual({ removed: 0 })
    expect(await titles('mira')).toEqual([])
  })
})

describe('recent searches refuse', () => {
  test('an invalid term, naming the column', async () => {
    const reply = await save('mira', { query_term: 'oat AND' })
    expect(reply.statusCode).toBe(422)
    expect(reply.json()).toMatchObject({ code: 'signals.query_unreadable', detail: expect.stringContaining('Column') })
  })
})

describe('recent searches protect', () => {
  test('searches cannot be seen or cleared by colleagues', async () => {
    await save('mira', { query_term: 'oat milk' })
    await save('jon', { query_term: 'solar power' })
    expect(await titles('jon')).toEqual(['solar power'])
    await clear('jon')
    expect(await titles('mira')).toEqual(['oat milk'])
  })
})
