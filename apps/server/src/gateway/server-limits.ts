import type { ServerOptions } from 'node:http'

/** Limits of a single caller, set here so that no upgrade of Node changes them (docs/decisions/request-limits.md). */
export const serverLimits = {
  /** Request line and all headers together; 431 beyond it. The cookies of a sign-in and a token take 4 KiB. */
  maxHeaderSize: 16_384,
  /** From a connection's first byte to the end of the headers; 408 beyond it. */
  headersTimeout: 20_000,
  /** To the end of the body, such as an import's batch over a slow line. Replies may take as long as they need. */
  requestTimeout: 300_000,
  /** How often the two time limits are checked. */
  connectionsCheckingInterval: 5_000,
  /** Longer than the idle time-outs of common proxies, so that our side never closes a socket that a proxy is about to use. */
  keepAliveTimeout: 72_000,
  requireHostHeader: true,
} as const satisfies ServerOptions

/** Maximum open connections. Half of 4,096 files, the lowest limit that systems commonly grant; the database and the sources need the rest. */
export const mostConnections = 2_000

/** Maximum requests waiting on one connection. Browsers and libraries send the next one after the reply. */
export const maxPipelined = 32
