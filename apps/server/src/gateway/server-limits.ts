import type { ServerOptions } from 'node:http'

/** What one caller may take of the server, stated here so that no upgrade of Node changes it (decision 0084). */
export const serverLimits = {
  /** Of the request line and all headers together; beyond it 431. A sign-in's cookies and a token are 4 KiB. */
  maxHeaderSize: 16_384,
  /** From a connection's first byte to the end of the headers; beyond it 408. */
  headersTimeout: 20_000,
  /** To the end of the body: an import's batch over a slow line. Replies may take as long as they need. */
  requestTimeout: 300_000,
  /** How often the two are looked at. */
  connectionsCheckingInterval: 5_000,
  /** Longer than the idle time-outs of common proxies, so that never our side closes a socket that a proxy is about to use. */
  keepAliveTimeout: 72_000,
  requireHostHeader: true,
} as const satisfies ServerOptions

/** Open connections. Half of 4,096 files, the least that a system commonly grants; the database and the sources have the rest. */
export const mostConnections = 2_000

/** Requests that may wait their turn on one connection. Browsers and libraries send the next after the reply. */
export const mostPipelined = 32
