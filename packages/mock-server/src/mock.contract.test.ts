import { loadContract, tapFetch } from '@auspex/contract'
import { openLedger } from '@auspex/contract/ledger'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll } from 'vitest'
import { createMock } from './create-mock.ts'
import { describeMock, type Host } from './testing/mock.contract.ts'
import { createMswHandlers } from './msw.ts'
import { type MockServer, startMockServer } from './server/index.ts'
import type { Fetch } from './testing/call.ts'
import { contractUnderTest } from './testing/contract-under-test.ts'

const contract = loadContract(contractUnderTest())
const ledger = openLedger('mock')

/** Checks every call of the suite against the contract, request and response. */
const judgedFetch = (fetch: Fetch, baseUrl: string): Fetch =>
  tapFetch({ fetch: (input, init) => fetch(new Request(input, init)), contract, ledger, baseUrl: `${baseUrl}/api` })

const direct = createMock({ document: contractUnderTest() })
describeMock('called directly', () => ({
  fetch: judgedFetch(direct.fetch, 'http://mock.example'),
  baseUrl: 'http://mock.example',
  reset: () => direct.reset(),
}))

const behindMsw = createMock({ document: contractUnderTest() })
const worker = setupServer(...createMswHandlers(behindMsw))
beforeAll(() => worker.listen({ onUnhandledFrame: 'bypass' }))
afterAll(() => worker.close())
describeMock('behind msw', () => ({
  fetch: judgedFetch(fetch, 'http://msw.example'),
  baseUrl: 'http://msw.example',
  reset: () => behindMsw.reset(),
}))

let server: MockServer
let host: Host
beforeAll(async () => {
  server = await startMockServer({ eventDelayMs: 0 })
  host = { fetch: judgedFetch(fetch, server.url), baseUrl: server.url, reset: () => server.reset() }
})
afterAll(() => server.close())
describeMock('behind a port', () => host)
