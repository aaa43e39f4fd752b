import type { JWTPayload } from 'jose'

/** OpenID Connect Core §2: the maximum length of a subject. */
const maxLength = 255

/**
 * Returns the owner's id exactly as the provider wrote it: any difference means another person. Null for anything but text of a sane length, because
 * ids that cannot be told apart would become one person.
 */
export function readSubject(claims: JWTPayload): string | null {
  // Okta's sub is the login, which can be reassigned; uid stays
  return [claims['uid'], claims.sub].find(isSubject) ?? null
}

function isSubject(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= maxLength && !/\p{Cc}/u.test(value)
}
