import { setupServer } from 'msw/node'
import { afterAll, beforeAll } from 'vitest'
import { createMock } from './create-mock.ts'
import { describeMock, type Host } from './mock.contract.ts'
import { createMswHandlers } from './msw.ts'
import { type MockServer, startMockServer } from './server/index.ts'
import { contractUnderTest } from './testing/contract-under-test.ts'

const direct = createMock({ document: contractUnderTest() })
describeMock('called directly', () => ({
  fetch: direct.fetch,
  baseUrl: 'http://mock.example',
  reset: () => direct.reset(),
}))

const behindMsw = createMock({ document: contractUnderTest() })
const worker = setupServer(...createMswHandlers(behindMsw))
beforeAll(() => worker.listen({ onUnhandledFrame: 'bypass' }))
afterAll(() => worker.close())
describeMock('behind msw', () => ({ fetch, baseUrl: 'http://msw.example', reset: () => behindMsw.reset() }))

let server: MockServer
let host: Host
beforeAll(async () => {
  server = await startMockServer({ eventDelayMs: 0 })
  host = { fetch, baseUrl: server.url, reset: () => server.reset() }
})
afterAll(() => server.close())
describeMock('behind a port', () => host)
