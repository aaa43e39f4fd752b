import type { JWTPayload } from 'jose'

/** Where a provider puts the claims that we need, as dotted paths into the token. The first path with a value wins, lists are merged. */
export interface ClaimPaths {
  organization: readonly string[]
  organizationName: readonly string[]
  groups: readonly string[]
  roles: readonly string[]
  email: readonly string[]
  name: readonly string[]
}

export const defaultClaimPaths: ClaimPaths = {
  organization: ['organization', 'organization_id', 'org_id'],
  organizationName: ['organization_name', 'org_name'],
  groups: ['groups'],
  roles: ['roles', 'realm_access.roles'],
  email: ['email'],
  name: ['name'],
}

/** Reads the first text found: of a list its first text, of an object its first key (Keycloak's organizations have this form). */
export function readText(claims: unknown, paths: readonly string[]): string | null {
  for (const path of paths) {
    const value = readPath(claims, path)
    const text = Array.isArray(value) ? value[0] : isObject(value) ? Object.keys(value)[0] : value
    if (typeof text === 'string' && isStorable(text) && text.trim() !== '') return text.trim()
  }
  return null
}

/** Reads every distinct text under any of the paths; a plain text is read as a space-separated list. */
export function readList(claims: unknown, paths: readonly string[]): string[] {
  const values = paths.flatMap((path) => {
    const value = readPath(claims, path)
    return Array.isArray(value) ? value : typeof value === 'string' ? value.split(' ') : []
  })
  return [
    ...new Set(
      values.filter((value): value is string => typeof value === 'string' && value !== '' && isStorable(value)),
    ),
  ]
}

/** A claim's own name may be an address with dots (Auth0 requires that), so the whole path is tried as a name first. */
function readPath(claims: unknown, path: string): unknown {
  if (!isObject(claims)) return undefined
  if (path in claims) return claims[path]
  return path.split('.').reduce<unknown>((value, step) => (isObject(value) ? value[step] : undefined), claims)
}

/** The database accepts no NUL; a value with one cannot be intended and counts as absent. */
function isStorable(text: string): boolean {
  return !text.includes('\0')
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

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
