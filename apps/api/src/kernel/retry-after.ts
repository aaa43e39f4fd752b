/** Formats a wait for people: "45 seconds", "2 minutes"; rounds up. */
export function formatWait(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? 'a second' : `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}

/**
 * When to retry a failed source, for a refusal. Clients follow it exactly, so it is omitted unless the source named a time: a person would wait a
 * minute for nothing.
 */
export function retryAfterOf(waitMs: number | null): { retryAfterSeconds?: number } {
  return waitMs === null ? {} : { retryAfterSeconds: Math.min(3600, Math.max(1, Math.ceil(waitMs / 1000))) }
}

/** How long a source that is known to be down may stay so: longer than clients wait automatically, so that none does. */
export const outForMs = 300_000
