import { beforeEach, describe, expect, test } from 'vitest'
import { createMock } from '../create-mock.ts'
import { call } from '../testing/call.ts'
import { contractUnderTest } from '../testing/contract-under-test.ts'

const mock = createMock({ document: contractUnderTest() })
beforeEach(() => mock.reset())
const send = (path: string, json?: unknown) =>
  call(mock.fetch, 'http://mock.example', json === undefined ? { path } : { method: 'POST', path, json })
const search = async (query: object): Promise<string> => (await send('/explore/topicQuery', query)).body.signal_id

describe('a search', () => {
  test('leads to a different signal for each term', async () => {
    const solar = await search({ query_term: 'solar roof' })
    expect(await search({ query_term: 'solar roof' })).toBe(solar)
    expect(await search({ query_term: 'solar roof', geo: 'SE' })).not.toBe(solar)
    expect(await search({ query_term: 'wind farm' })).not.toBe(solar)
  })

  test('for the term of the contract example leads to the signal of that example', async () => {
    expect(await search({ query_term: 'oat milk' })).toBe('sig_k2m4p6q8')
  })
})

describe('a response', () => {
  test('is about the subject of the request', async () => {
    const solar = await search({ query_term: 'solar roof' })
    expect((await send(`/signal/json/${solar}`)).body.signalId).toBe(solar)
    expect((await send('/signal/getExecutiveSummary', { id: solar })).status).toBe(200)
    expect((await send('/signal/json/sig_k2m4p6q8')).body.signalId).toBe('sig_k2m4p6q8')
  })
})
