/** Where a provider puts what we need; dotted paths into the token. The first that holds something wins, lists are joined. */
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

/** The first text found; of a list its first text, of an object its first key (Keycloak's organizations are such). */
export function readText(claims: unknown, paths: readonly string[]): string | null {
  for (const path of paths) {
    const value = at(claims, path)
    const text = Array.isArray(value) ? value[0] : isObject(value) ? Object.keys(value)[0] : value
    if (typeof text === 'string' && isStorable(text) && text.trim() !== '') return text.trim()
  }
  return null
}

/** Every text found under any of the paths, once; a plain text is read as a list parted by spaces. */
export function readList(claims: unknown, paths: readonly string[]): string[] {
  const values = paths.flatMap((path) => {
    const value = at(claims, path)
    return Array.isArray(value) ? value : typeof value === 'string' ? value.split(' ') : []
  })
  return [
    ...new Set(
      values.filter((value): value is string => typeof value === 'string' && value !== '' && isStorable(value)),
    ),
  ]
}

/** A claim may itself be named by an address with dots (Auth0 demands that), so the whole path is tried as a name first. */
function at(claims: unknown, path: string): unknown {
  if (!isObject(claims)) return undefined
  if (path in claims) return claims[path]
  return path.split('.').reduce<unknown>((value, step) => (isObject(value) ? value[step] : undefined), claims)
}

/** The database takes no NUL; what nobody can have written on purpose counts as not said. */
function isStorable(text: string): boolean {
  return !text.includes('\0')
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
