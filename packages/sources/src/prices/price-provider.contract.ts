import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Http } from '../http/http.types.ts'
import {
  answer,
  type Behaviour,
  cutOff,
  type FaultServer,
  silence,
  startFaultServer,
  testHttp,
} from '../testing/fault-server.ts'
import type { PriceClient, PriceFailure } from './price-results.ts'

/** A key that must never appear in a response, reason or result. */
export const secretKey = 'SECRET4711'

export interface PriceContractCase {
  /** Builds the provider so that it requests only this server. */
  create: (given: { http: Http; url: string }) => PriceClient
  /** The provider's normal response. */
  good: Behaviour
  symbol: string
  /** The contents of the normal response, oldest first; the test's clock is at 2026-06-01. */
  closes: { day: string; close: number }[]
  currency: string
  /** The provider's response to a symbol that it does not know. */
  unknownSymbol: Behaviour
  /** The provider's own ways to refuse. */
  faults?: [string, Behaviour, PriceFailure['status']][]
}

const page = '<!doctype html><title>Hello</title>'
const faults: [string, Behaviour, PriceFailure['status']][] = [
  ['429', answer({ status: 429, headers: { 'retry-after': '7' }, body: '{}' }), 'rate_limited'],
  ['500', answer({ status: 500, body: 'oops' }), 'upstream_down'],
  ['403', answer({ status: 403, body: 'no' }), 'blocked'],
  ['401', answer({ status: 401, body: 'no' }), 'auth'],
  ['451', answer({ status: 451, body: 'no' }), 'blocked'],
  ['a web page instead of data', answer({ type: 'text/html', body: page }), 'schema_changed'],
  ['another shape', answer({ body: '{"rows":[]}' }), 'schema_changed'],
  ['silence', silence, 'upstream_down'],
  ['a body that is cut', cutOff('[[17799264'), 'upstream_down'],
]

/** The suite that every price provider passes. */
export function describePriceProvider(name: string, contractCase: PriceContractCase): void {
  describe(`${name} meets the contract of a price provider`, () => {
    let server: FaultServer
    const create = () => contractCase.create({ http: testHttp({ timeoutMs: 300 }), url: server.url })
    const fetchCloses = (behaviour: Behaviour, { from = '2026-05-01', signal = AbortSignal.timeout(10_000) } = {}) => {
      server.behave(behaviour)
      return create().fetchCloses({ symbol: contractCase.symbol, from, signal })
    }
    beforeAll(async () => {
      server = await startFaultServer()
    })
    afterAll(() => server.close())

    test('gives the closes of ended days, oldest first, with currency and whether they are adjusted', async () => {
      const result = await fetchCloses(contractCase.good)
      expect(result).toMatchObject({
        ok: true,
        series: { symbol: contractCase.symbol, currency: contractCase.currency },
      })
      expect(result.ok && result.series.closes).toEqual(contractCase.closes)
      expect(result.ok && typeof result.series.adjusted).toBe('boolean')
    })

    test('returns nothing from before the first requested day', async () => {
      const from = contractCase.closes.at(-1)?.day ?? ''
      const result = await fetchCloses(contractCase.good, { from })
      expect(result.ok && result.series.closes).toEqual(contractCase.closes.slice(-1))
    })

    test('an unknown symbol is "not found", not a failure of the provider', async () => {
      expect(await fetchCloses(contractCase.unknownSymbol)).toMatchObject({ ok: false, status: 'not_found' })
    })

    test.each([...faults, ...(contractCase.faults ?? [])])(
      '%s is a named failure, without the key',
      async (_, behaviour, status) => {
        const result = await fetchCloses(behaviour)
        expect(result).toMatchObject({ ok: false, status })
        expect(JSON.stringify(result)).not.toContain(secretKey)
        expect(!result.ok && result.reason).toMatch(/\w.*\.$/)
      },
    )

    test('a cancelled request throws and returns nothing', async () => {
      const stop = new AbortController()
      await expect(fetchCloses(() => stop.abort(), { signal: stop.signal })).rejects.toMatchObject({
        name: 'AbortError',
      })
    })
  })
}
