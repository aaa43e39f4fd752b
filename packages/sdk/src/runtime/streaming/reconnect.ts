/** How a stream reconnects after a cut. */
export interface ReconnectOptions {
  /** Consecutive failed reconnects after which the stream gives up; an event resets the count. @default 5 */
  limit?: number
  /** Milliseconds before the first reconnect, unless the server sets another by `retry:`. @default 1000 */
  delayMs?: number
  /** Maximum wait between two reconnects, in milliseconds. @default 30000 */
  maxDelayMs?: number
}

export const defaultReconnectLimit = 5

/** Maximum wait that a server can request, by `retry:` or Retry-After. */
const maxRequestedMs = 60_000

/**
 * Milliseconds before a reconnect: the server's `retry:` or the default, doubled with each failure and increased by up to a half. Never less than
 * what the server asks for (up to 60 s), otherwise never more than the maximum.
 */
export const reconnectDelayMs = (
  failures: number,
  serverDelays: { readonly retryMs: number | null; readonly retryAfterMs: number },
  { delayMs = 1000, maxDelayMs = 30_000, random }: ReconnectOptions & { random(): number },
): number => {
  const backoff = (serverDelays.retryMs ?? delayMs) * 2 ** failures * (1 + random() / 2)
  const atLeast = Math.min(maxRequestedMs, Math.max(serverDelays.retryMs ?? 0, serverDelays.retryAfterMs))
  return Math.max(atLeast, Math.min(maxDelayMs, backoff))
}
