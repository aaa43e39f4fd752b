import { createServer } from 'node:http'
import { createMock } from '../create-mock.ts'
import type { Mock } from '../mock.ts'
import { createProxy, type ProxyTarget } from '../proxy/proxy.ts'
import { createRecording } from '../proxy/recording.ts'
import { createViolations, type Violation } from '../proxy/violations.ts'
import { parseScenarios } from '../scenarios/parse-scenarios.ts'
import { createScenarios } from '../scenarios/scenarios.ts'
import { createStubs } from '../stubs/stubs.ts'
import { ownContractFile, readContractFile } from './contract-source.ts'
import { createControl, type MockControl } from './control.ts'
import { closeServer, listen } from './listen.ts'
import { openidPrefix, OpenidProvider } from './openid/openid-provider.ts'
import { type AnsweredExchange, createExchangeLog } from './log-exchanges.ts'
import { createRequestListener, type DocsHandler } from './route-request.ts'
import { type ContractEvent, watchContract } from './watch-contract.ts'

export interface MockServerOptions {
  /** Default: `127.0.0.1`; `0.0.0.0` accepts connections from other machines. */
  host?: string
  /** Default: 0, a free one. */
  port?: number
  /** The same seed and the same requests give the same bytes and the same faults. Default: 1. */
  seed?: number
  /** Path of a bundled contract. Default: the one in this package. */
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
  seed = 1,
  contractFile = ownContractFile,
  watch = false,
  scenarios: initialTexts = [],
  eventDelayMs = 40,
  proxy: target,
  docs,
  onExchange,
  onContract = () => undefined,
  onViolation = () => undefined,
  onDefect = (error) => console.error(error),
}: MockServerOptions = {}): Promise<MockServer> {
  const mock = readContractFile(contractFile, (document) => createMock({ document, seed, eventDelayMs }))
  const initial = initialTexts.flatMap((text) => parseScenarios(text, mock.contract))
  const scenarios = createScenarios({ contract: () => mock.contract, seed })
  for (const wanted of initial) scenarios.active.add(wanted)
  const stubs = createStubs(() => mock.contract)
  const log = createExchangeLog(
    (exchange, answer) => scenarios.intercept(exchange, () => stubs.answer(exchange, answer)),
    onExchange,
  )
  mock.intercept(log.intercept)

  const violations = createViolations()
  const recording = createRecording()
  const { now } = Date
  const contract = () => mock.contract
  const proxy =
    target === undefined
      ? null
      : createProxy({
          target,
          contract,
          violations,
          recording,
          report: onViolation,
          onExchange: onExchange ?? (() => undefined),
          now,
        })
  const contractWatch = watchContract({ mock, file: contractFile, watch, onContract, now })
  const openid = new OpenidProvider({ mock, now })
  const control = createControl({
    mock,
    requests: () => log.list(mock.log),
    active: scenarios.active,
    stubs,
    initial,
    seed,
    contract: contractWatch.state,
    reloadContract: contractWatch.reload,
    violations,
    recording,
  })
  const server = createServer(
    createRequestListener({ mock, control, proxy, openid, docs: docs ?? null, defect: onDefect }),
  )
  server.keepAliveTimeout = 72_000
  const release = (): void => {
    contractWatch.close()
    proxy?.close()
  }
  const close = async (): Promise<void> => {
    release()
    await closeServer(server)
  }
  try {
    const listening = await listen(server, { host, port })
    const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
    const url = `http://${shown}:${listening}`
    const violationCount = () => violations.count()
    return {
      ...control,
      url,
      apiUrl: `${url}/api`,
      assistantUrl: `${url}/assistant`,
      issuer: `${url}${openidPrefix}`,
      mock,
      violationCount,
      close,
    }
  } catch (error) {
    release()
    throw error
  }
}
