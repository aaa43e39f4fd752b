import type { JWTPayload } from 'jose'

/** OpenID Connect Core §2: no subject is longer. */
const maxLength = 255

/**
 * The owner's id as the provider wrote it, to the letter: what differs is another person. Null for anything but text of a
 * sane length, because what cannot be told apart would become one person.
 */
export function readSubject(claims: JWTPayload): string | null {
  // Okta's sub is the login, which can change hands; uid stays
  return [claims['uid'], claims.sub].find(isSubject) ?? null
}

function isSubject(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= maxLength && !/\p{Cc}/u.test(value)
}
