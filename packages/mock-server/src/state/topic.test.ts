import { beforeEach, describe, expect, test } from 'vitest'
import { createMock } from '../create-mock.ts'
import { call, type Call } from '../testing/call.ts'
import { contractUnderTest } from '../testing/contract-under-test.ts'
import { withTopic } from './topic.ts'

const mock = createMock({ document: contractUnderTest() })
const send = (wanted: Call) => call(mock.fetch, 'http://mock.example', wanted)
const search = async (term: string): Promise<string> =>
  (await send({ method: 'POST', path: '/explore/topicQuery', json: { query_term: term } })).body.signal_id
beforeEach(() => mock.reset())

describe('a search for one topic', () => {
  test.each([
    ['the report', (id: string) => ({ path: `/signal/json/${id}` })],
    ['the summary', (id: string) => ({ method: 'POST', path: '/signal/getExecutiveSummary', json: { id } })],
    ['the documents', (id: string) => ({ path: `/signals/${id}/documents` })],
    ['the posts by tone', (id: string) => ({ path: `/signal/getTonePosts?id=${id}` })],
    ['the chatter', (id: string) => ({ method: 'POST', path: '/signal/getChatter', json: { id } })],
  ])('leads to %s of that topic and never to another', async (_what, toCall) => {
    const { status, text } = await send(toCall(await search('heat pumps')))
    expect(status).toBe(200)
    expect(text).toMatch(/heat pumps/i)
    expect(text).not.toMatch(/oat milk/i)
  })

  test('has the topic in its own state, including the query of each source', async () => {
    const { text } = await send({ method: 'POST', path: '/explore/topicQuery', json: { query_term: 'heat pumps' } })
    expect(text).toContain("'heat' <-> 'pumps'")
    expect(text).not.toMatch(/oat/i)
  })

  test('names the topic in a share link to its signal', async () => {
    const itemId = await search('heat pumps')
    const { body } = await send({ method: 'POST', path: '/shareLinks', json: { kind: 'signal', itemId } })
    expect(body.title).toBe('heat pumps')
  })

  test('about trials mentions the requested condition', async () => {
    const { body } = await send({ path: '/clinical-trials/search/condition/asthma' })
    expect(body.items[0].conditions).toEqual(['Asthma'])
  })
})

describe('highlights', () => {
  test('cover the topic in its text, however long it is', async () => {
    const id = await search('heat pumps in old houses')
    const { body } = await send({ path: `/signals/${id}/documents` })
    for (const { title, highlights } of body.items)
      for (const [start, end] of highlights.title)
        expect(title.slice(start, end).toLowerCase()).toBe('heat pumps in old houses')
  })

  test('after and across replaced text move with it', () => {
    const text = 'Oat milk rises, oat milk falls, tea stays'
    const highlights = {
      title: [
        [0, 8],
        [16, 24],
        [32, 35],
      ],
    }
    const { title, highlights: moved } = withTopic({ title: text, highlights }, 'oat milk', 'tea') as {
      title: string
      highlights: { title: [number, number][] }
    }
    expect(title).toBe('Tea rises, tea falls, tea stays')
    expect(moved.title.map(([start, end]) => title.slice(start, end))).toEqual(['Tea', 'tea', 'tea'])
  })
})
