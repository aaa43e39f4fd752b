/**
 * Parses a Retry-After header (RFC 9110 §10.2.3), seconds or an HTTP date, as milliseconds from `now`. Null when it is
 * absent or unreadable; a past date gives 0.
 */
export function parseRetryAfter(value: string | null, now: Date): number | null {
  const text = value?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  // Only the date forms of HTTP: Date.parse alone would accept "-5" and "soon 2" as years.
  if (!/^[A-Z][a-z]{2,8},? .*\d{4}|GMT/.test(text)) return null
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime())
}

/** Headers that state when the limit resets: seconds from now, seconds since 1970, or a date. */
const resetHeaders = ['ratelimit-reset', 'x-ratelimit-reset']
/** Numbers from here on are points in time, smaller ones are durations. */
const earliestMoment = 1_000_000_000

/**
 * Milliseconds that a rejection asks to wait: Retry-After, otherwise until its limit resets. Null when it states
 * neither. Call it only for a rejection: successful responses carry the second kind as well.
 */
export function waitAskedFor(header: (name: string) => string | null, now: Date): number | null {
  const requestedMs = parseRetryAfter(header('retry-after'), now)
  if (requestedMs !== null) return requestedMs
  for (const name of resetHeaders) {
    const text = header(name)?.trim() ?? ''
    if (/^\d{1,12}(\.\d+)?$/.test(text)) {
      const seconds = Number(text)
      return Math.max(0, seconds < earliestMoment ? seconds * 1000 : seconds * 1000 - now.getTime())
    }
    const at = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : NaN
    if (!Number.isNaN(at)) return Math.max(0, at - now.getTime())
  }
  return null
}
