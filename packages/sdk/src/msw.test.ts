import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  createClient,
  getExportFile,
  getMe,
  getPortfolio,
  listPortfolios,
  listTopics,
  streamZeusReply,
} from './index.ts'
import {
  getExportFileMockHandler,
  getMeMockHandler,
  getMeMockHandler429,
  getPortfolioMockHandler,
  getPortfolioResponseMock,
  listPortfoliosMockHandler,
  listPortfoliosResponseMock,
  listTopicsMockHandler,
  listTopicsResponseMock,
  streamZeusReplyMockHandler,
} from './msw.ts'
import { failure } from './testing/server.ts'

const server = setupServer()
const client = createClient({
  baseUrl: 'https://auspex.example/api',
  assistantUrl: 'https://auspex.example/assistant',
  retry: false,
})
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

describe('mock handlers', () => {
  test('answer an operation with its example, or a documented failure', async () => {
    server.use(getMeMockHandler())
    expect((await getMe({ client })).profile).toMatchObject({ email: expect.stringContaining('@') })
    server.use(getMeMockHandler429())
    expect(await failure(getMe({ client }))).toMatchObject({ name: 'RateLimitedError', retryAfter: 20 })
  })

  test('leave requests of more specific paths to their handlers, in any order', async () => {
    server.use(getPortfolioMockHandler(), listTopicsMockHandler(), listPortfoliosMockHandler())
    const topics = await listTopics({}, { client })
    expect(topics).toEqual(listTopicsResponseMock())
    expect(await getPortfolio('pf_p1a2m3', {}, { client })).toEqual(getPortfolioResponseMock())
    expect(await listPortfolios({}, { client })).toEqual(listPortfoliosResponseMock())
  })

  test('answer a stream with the events of its example, or those of a test', async () => {
    server.use(streamZeusReplyMockHandler())
    const types: string[] = []
    for await (const event of streamZeusReply({ message: 'Why?' }, { client })) types.push(event.type)
    expect(types[0]).toBe('run-start')
    expect(types.at(-1)).toBe('run-end')
    server.use(streamZeusReplyMockHandler('id: 1\nevent: run-end\ndata: {"type":"run-end"}\n\n'))
    expect(await streamZeusReply({ message: 'Why?' }, { client }).next()).toMatchObject({ value: { type: 'run-end' } })
  })

  test('answer a download with a file', async () => {
    server.use(getExportFileMockHandler())
    expect(await (await getExportFile('ex_a1', { client })).text()).toContain('Oat milk')
  })
})
