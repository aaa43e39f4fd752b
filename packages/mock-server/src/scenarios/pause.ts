import { wait } from '../wait.ts'

/** Waits; ends early, without an error, when the caller hangs up: the exchange is still answered and logged, though nobody reads it. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await wait(ms, signal).catch(() => undefined)
}
