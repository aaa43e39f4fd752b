import { tapFetch } from '@auspex/contract'
import { openLedger } from '@auspex/contract/ledger'
import {
  createClient,
  createPortfolio,
  getPortfolio,
  InvalidError,
  listPortfolios,
  NotFoundError,
  paginate,
  pollQueryStatus,
  removePortfolio,
  streamZeusReply,
  topicQuery,
} from '@auspex/sdk'
import { describe, expect, test } from 'vitest'
import { createMock } from './create-mock.ts'
import { contractUnderTest } from './testing/contract-under-test.ts'

const mock = createMock({ document: contractUnderTest() })
const judgedFetch = tapFetch({
  fetch: mock.fetch,
  contract: mock.contract,
  ledger: openLedger('mock'),
  baseUrl: 'http://mock.example/api',
})
const clientOf = (token: string) =>
  createClient({
    baseUrl: 'http://mock.example/api',
    assistantUrl: 'http://mock.example/assistant',
    auth: { getToken: () => token },
    fetch: judgedFetch,
    clock: { sleep: async () => undefined },
  })
const client = clientOf('org_a.usr_a')

describe('the SDK over the mock', () => {
  test('creates, reads, lists and removes', async () => {
    mock.reset()
    const made = await createPortfolio({ title: 'Plant milks' }, { client })
    expect(await getPortfolio(made.id, {}, { client })).toEqual(made)
    await expect(getPortfolio(made.id, {}, { client: clientOf('org_b.usr_b') })).rejects.toBeInstanceOf(NotFoundError)
    await removePortfolio({ id: made.id }, { client })
    await expect(getPortfolio(made.id, {}, { client })).rejects.toBeInstanceOf(NotFoundError)
  })

  test('reads a list of many pages completely', async () => {
    mock.reset()
    mock.seed({ collection: 'portfolios', items: 45, organizationId: 'org_a' })
    const all = await paginate(listPortfolios, { perPage: 10 }, { client }).toArray({ limit: 100 })
    expect(new Set(all.map(({ id }) => id)).size).toBe(45)
  })

  test('polls a search until it completes', async () => {
    const search = await topicQuery({ query_term: 'night trains' }, { client })
    const ended = await pollQueryStatus(client, { request_id: search.request_id })
    expect(ended.status).toBe('complete')
  })

  test('receives the errors of an invalid request', async () => {
    await expect(createPortfolio({ title: '' }, { client })).rejects.toBeInstanceOf(InvalidError)
  })

  test('reads a stream that is cut after every third event without missing or repeating one', async () => {
    mock.reset()
    const whole: unknown[] = []
    for await (const event of streamZeusReply({ message: 'Hello' }, { client })) whole.push(event)
    mock.reset() // the same message again is another run
    mock.intercept(async (_exchange, answer) => {
      const reply = await answer()
      return typeof reply.body === 'object' && reply.body !== null && !(reply.body instanceof Uint8Array)
        ? { ...reply, body: take(reply.body, 3), connection: 'cut' }
        : reply
    })
    const pieced: unknown[] = []
    for await (const event of streamZeusReply({ message: 'Hello' }, { client })) pieced.push(event)
    mock.intercept(null)
    expect(pieced).toEqual(whole)
  })
})

async function* take(pieces: AsyncIterable<string>, count: number): AsyncIterable<string> {
  let taken = 0
  for await (const piece of pieces) {
    yield piece
    taken += 1
    if (taken === count) return
  }
}
