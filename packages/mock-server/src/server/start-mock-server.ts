import { createServer } from 'node:http'
import { createMock } from '../create-mock.ts'
import type { Mock } from '../mock.ts'
import { Proxy, type ProxyTarget, type Violation } from '../proxy/proxy.ts'
import type { AnsweredExchange } from '../request-log.ts'
import { Scenarios } from '../scenarios/scenarios.ts'
import { Stubs } from '../stubs/stubs.ts'
import { type ContractEvent, ContractWatch, ownContractFile, readContractFile } from './contract-file.ts'
import { createControl, type MockControl } from './control.ts'
import { closeServer, listen } from './listen.ts'
import { OpenidProvider, openidPrefix } from './openid-provider.ts'
import { createRequestListener, type DocsHandler } from './route-request.ts'

export interface MockServerOptions {
  /** Default: `127.0.0.1`; `0.0.0.0` accepts connections from other machines. */
  host?: string
  /** Default: 0, a free one. */
  port?: number
  /** The same seed and the same requests give the same bytes and the same faults. Default: 1. */
  seed?: number
  /** Path of a bundled contract in JSON or YAML. Default: the one in this package. */
  contractFile?: string
  /** Reload the contract file whenever it changes. Default: false. */
  watch?: boolean
  /** Initially active scenarios, written as in the header `X-Mock-Scenario`. */
  scenarios?: readonly string[]
  /** Milliseconds between two server-sent events. Default: 40. */
  eventDelayMs?: number
  /** Forward to a real server instead of answering, and report violations of the contract. */
  proxy?: ProxyTarget
  /** Serves `/docs`; replaces the page at `/`. */
  docs?: DocsHandler
  /** Called with each answered exchange. */
  onExchange?: (exchange: AnsweredExchange) => void
  onContract?: (event: ContractEvent) => void
  onViolation?: (violation: Violation) => void
  /** Called with internal errors of the mock. Default: the console. */
  onDefect?: (error: unknown) => void
}

/** A running mock server. */
export interface MockServer extends MockControl {
  /** `http://127.0.0.1:4010` */
  readonly url: string
  /** Base address of the product API: the SDK's `baseUrl`. */
  readonly apiUrl: string
  /** Base address of the assistant: the SDK's `assistantUrl`. */
  readonly assistantUrl: string
  /** Issuer of the identity provider for tests of a sign-in. */
  readonly issuer: string
  readonly mock: Mock
  /** The total number of violations of a proxied server, including those dropped from the list. */
  violationCount(): number
  /** Waits at most two seconds for open requests. */
  close(): Promise<void>
}

/**
 * Serves the contract on a port. Rejects with a `ListenError` when it cannot listen, a `ContractFileError` when the contract cannot be
 * served, a `ScenarioError` for an unknown scenario.
 */
export async function startMockServer({
  host = '127.0.0.1',
  port = 0,
  seed: firstSeed = 1,
  contractFile = ownContractFile,
  watch = false,
  scenarios: initial = [],
  eventDelayMs = 40,
  proxy: target,
  docs,
  onExchange = () => undefined,
  onContract = () => undefined,
  onViolation = () => undefined,
  onDefect = (error) => console.error(error),
}: MockServerOptions = {}): Promise<MockServer> {
  const { now } = Date
  const mock = readContractFile(contractFile, (document) => createMock({ document, seed: firstSeed, eventDelayMs }))
  const contract = () => mock.contract
  const scenarios = new Scenarios({ contract, seed: firstSeed })
  for (const text of initial) scenarios.add(text)
  const stubs = new Stubs(contract)
  mock.intercept(async (exchange, answer) => {
    const started = performance.now()
    const reply = await scenarios.intercept(exchange, () => stubs.answer(exchange, answer))
    const { request, operation } = exchange
    const { method, target: address } = request
    const { status, scenarios: applied = [] } = reply
    const durationMs = performance.now() - started
    const operationId = operation?.id ?? null
    onExchange({ method, target: address, operationId, status, durationMs, scenarios: applied })
    return reply
  })
  const proxy = new Proxy({ target: target ?? null, contract, onViolation, onExchange, now })
  const contractWatch = new ContractWatch({ mock, file: contractFile, watch, onContract, now })
  const isProxied = target !== undefined
  const start = { seed: firstSeed, scenarios: initial }
  const control = createControl({ mock, scenarios, stubs, proxy, contractWatch, isProxied, initial: start })
  const openid = new OpenidProvider({ mock, now })
  const parts = { mock, control, proxy: isProxied ? proxy : null, openid, docs: docs ?? null }
  const server = createServer(createRequestListener({ ...parts, onDefect }))
  server.keepAliveTimeout = 72_000
  const close = async (): Promise<void> => {
    contractWatch.close()
    await closeServer(server)
  }
  try {
    const listening = await listen(server, { host, port })
    const url = `http://${hostInAddress(host)}:${listening}`
    const addresses = { url, apiUrl: `${url}/api`, assistantUrl: `${url}/assistant`, issuer: `${url}${openidPrefix}` }
    return { ...control, ...addresses, mock, violationCount: () => proxy.violationCount, close }
  } catch (error) {
    contractWatch.close()
    throw error
  }
}

/** A host as an address has it: a server on all networks is reached at this machine, and IPv6 stands in brackets. */
function hostInAddress(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
