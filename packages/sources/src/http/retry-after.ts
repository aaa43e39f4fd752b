/**
 * Reads a Retry-After header (RFC 9110 §10.2.3), seconds or an HTTP date, as milliseconds from `now`. Null when it is
 * absent or unreadable; a date that has passed gives 0.
 */
export function parseRetryAfter(value: string | null, now: Date): number | null {
  const text = value?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  // Only the date forms of HTTP: Date.parse alone would read "-5" and "soon 2" as years.
  if (!/^[A-Z][a-z]{2,8},? .*\d{4}|GMT/.test(text)) return null
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime())
}

/** Where services say when their limit begins anew: seconds from now, seconds since 1970, or a date. */
const resetHeaders = ['ratelimit-reset', 'x-ratelimit-reset']
/** A number from here on is a moment, below it a time to wait. */
const earliestMoment = 1_000_000_000

/**
 * Milliseconds that a refusal asks to wait: Retry-After, else when its limit begins anew. Null when it does not say. Ask
 * only of a response that refused: good answers carry the second kind as well.
 */
export function waitAskedFor(header: (name: string) => string | null, now: Date): number | null {
  const asked = parseRetryAfter(header('retry-after'), now)
  if (asked !== null) return asked
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
