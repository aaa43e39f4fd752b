import type { Contract } from './contract.ts'
import { createExchangeCheck } from './check-exchange.ts'
import { eventStreamType, mediaTypeOf } from './body-type.ts'
import type { Ledger } from './ledger.ts'

export interface TapOptions {
  fetch: typeof globalThis.fetch
  contract: Contract
  ledger: Ledger
  /** Base address of operations, for example `http://127.0.0.1:4000/api`. */
  baseUrl: string
}

/** A fetch that validates every call under `baseUrl` against the contract; a call that breaks it fails with a `ContractViolationError`. */
export function tapFetch({ fetch, contract, ledger, baseUrl }: TapOptions): typeof globalThis.fetch {
  const judge = createExchangeCheck(contract)
  const base = new URL(baseUrl)
  const prefix = base.pathname.replace(/\/$/, '')
  return async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    const isOurs = url.origin === base.origin && url.pathname.startsWith(`${prefix}/`)
    // forms are not read here: their boundary is different each time
    const isText = !mediaTypeOf(request.headers.get('content-type')).startsWith('multipart/')
    const body = !isOurs || request.body === null ? null : isText ? await request.clone().text() : undefined
    const response = await fetch(request)
    if (!isOurs) return response
    const isStream = mediaTypeOf(response.headers.get('content-type')) === eventStreamType
    const exchange = {
      method: request.method,
      pathname: url.pathname.slice(prefix.length),
      query: url.search.slice(1),
      requestHeaders: Object.fromEntries(request.headers),
      requestBody: body,
      status: response.status,
      responseHeaders: Object.fromEntries(response.headers),
      responseBody: isStream ? undefined : await response.clone().text(),
    }
    ledger.record(judge(exchange), exchange.status)
    return response
  }
}
