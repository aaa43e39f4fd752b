import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { type Contract, createExchangeCheck, type Exchange } from '@auspex/contract'
import { openLedger } from '@auspex/contract/ledger'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'

const ledger = openLedger('api')

/**
 * Validates every request and response of a server under test, in both directions, and records which documented pairs were seen. A test whose
 * exchange breaks the contract fails, whatever else it checks.
 */
export function tapServer({
  app,
  contract,
  prefixes,
}: {
  app: FastifyInstance
  contract: Contract
  prefixes: readonly string[]
}): void {
  const judge = createExchangeCheck(contract)
  const inject = app.inject.bind(app)
  const tapped = async (options: InjectOptions | string): Promise<LightMyRequestResponse> => {
    const request = typeof options === 'string' ? { url: options } : options
    const reply = await inject(request)
    const exchange = toExchange(request, reply, prefixes)
    if (exchange !== null) ledger.record(judge(exchange), exchange.status)
    return reply
  }
  app.inject = tapped as typeof app.inject // only the form with a promise is used
}

function toExchange(
  request: InjectOptions,
  reply: LightMyRequestResponse,
  prefixes: readonly string[],
): Exchange | null {
  const method = request.method ?? 'GET'
  const url = typeof request.url === 'string' ? request.url : ''
  const prefix = prefixes.find((each) => url.startsWith(`${each}/`))
  if (method === 'OPTIONS' || prefix === undefined) return null
  const mark = url.indexOf('?')
  const { payload } = request
  const isJson = typeof payload === 'object' && payload !== null && !Buffer.isBuffer(payload)
  return {
    method,
    pathname: url.slice(prefix.length, mark === -1 ? undefined : mark),
    query: mark === -1 ? '' : url.slice(mark + 1),
    requestHeaders: { ...(isJson && { 'content-type': 'application/json' }), ...lowerCase(request.headers ?? {}) },
    requestBody: isJson
      ? JSON.stringify(payload)
      : typeof payload === 'string'
        ? payload
        : payload === undefined
          ? null
          : undefined,
    status: reply.statusCode,
    responseHeaders: reply.headers,
    responseBody: decode(reply),
  }
}

function lowerCase(headers: NonNullable<InjectOptions['headers']>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]))
}

function decode({ headers, rawPayload }: LightMyRequestResponse): string {
  const encoding = headers['content-encoding']
  if (encoding === 'br') return brotliDecompressSync(rawPayload).toString()
  return (encoding === 'gzip' ? gunzipSync(rawPayload) : rawPayload).toString()
}
