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
