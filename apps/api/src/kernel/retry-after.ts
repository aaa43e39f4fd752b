/**
 * When a failed source may be asked again, as a refusal says it. Clients keep such a time exactly, so none is said that the source did not name: a
 * person would wait a minute for nothing.
 */
export function retryAfterOf(waitMs: number | null): { retryAfterSeconds?: number } {
  return waitMs === null ? {} : { retryAfterSeconds: Math.min(3600, Math.max(1, Math.ceil(waitMs / 1000))) }
}

/** How long a source that is known to be out may stay so: longer than clients wait by themselves, so that none does. */
export const outForMs = 300_000
