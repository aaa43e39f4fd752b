/** How a stream comes back after a cut. */
export interface ReconnectOptions {
  /** Failed reconnects in a row after which the stream is given up; an event starts the count again. @default 5 */
  limit?: number
  /** Milliseconds before the first reconnect, unless the server says otherwise by `retry:`. @default 1000 */
  delayMs?: number
  /** Longest wait between two reconnects, in milliseconds. @default 30000 */
  maxDelayMs?: number
}

export const defaultReconnectLimit = 5

/** Longest wait that a server can ask for, by `retry:` or Retry-After. */
const longestAskedMs = 60_000

/**
 * Milliseconds before a reconnect: the server's `retry:` or the default, doubled with each failure and stretched by up to a half. Never less than
 * what the server asks for (up to 60 s), else never more than the maximum.
 */
export const reconnectDelayMs = (
  failures: number,
  serverDelays: { readonly retryMs: number | null; readonly retryAfterMs: number },
  { delayMs = 1000, maxDelayMs = 30_000, random }: ReconnectOptions & { random(): number },
): number => {
  const backoff = (serverDelays.retryMs ?? delayMs) * 2 ** failures * (1 + random() / 2)
  const atLeast = Math.min(longestAskedMs, Math.max(serverDelays.retryMs ?? 0, serverDelays.retryAfterMs))
  return Math.max(atLeast, Math.min(maxDelayMs, backoff))
}
