/** The caller, as described by their token. */
export interface Caller {
  userId: string
  organizationId: string
  roles: readonly string[]
  /** Groups of the directory that the person is not in. */
  otherGroups?: ReadonlySet<string>
  /** From the claims of a JWT. */
  name?: string
  email?: string
}

const bearer = /^Bearer +([A-Za-z0-9\-._~+/]+=*)$/i

/** Roles required by the contract's operations. */
const everyRole = ['member', 'importer', 'godmode']

/**
 * Reads the caller from the `Authorization` header; null without a bearer token. Any bearer token is accepted:
 * `org_a.usr_mira` is Mira of the organization a, `org_a.usr_root.godmode+importer` also has roles; of a JWT, the claims `sub`,
 * `organization` and `roles` are used without a check of its signature; any other text is the person of the contract's examples, who
 * has every role.
 */
export function readCaller(authorization: string | undefined, person: Omit<Caller, 'roles'>): Caller | null {
  const token = bearer.exec(authorization ?? '')?.[1]
  if (token === undefined) return null
  if (token.startsWith('org_') || token.startsWith('usr_')) return fromParts(token.split('.'), person)
  return fromClaims(token, person) ?? { ...person, roles: everyRole }
}

/** Whether the caller has the role; `godmode` implies every role. */
export function hasRole({ roles }: Caller, role: string): boolean {
  return roles.includes(role) || roles.includes('godmode')
}

function fromParts(parts: readonly string[], person: Omit<Caller, 'roles'>): Caller {
  const find = (prefix: string) => parts.find((part) => part.startsWith(prefix))
  const roles = parts
    .filter((part) => !part.startsWith('org_') && !part.startsWith('usr_'))
    .flatMap((part) => part.split('+'))
  return {
    organizationId: find('org_') ?? person.organizationId,
    userId: find('usr_') ?? person.userId,
    roles: ['member', ...roles],
  }
}

function fromClaims(token: string, person: Omit<Caller, 'roles'>): Caller | null {
  const [, payload, signature] = token.split('.')
  if (payload === undefined || signature === undefined) return null
  const claims = decodeClaims(payload)
  if (claims === null) return null
  const text = (...names: readonly string[]) =>
    names.map((name) => claims[name]).find((value): value is string => typeof value === 'string' && value !== '')
  const subject = text('sub', 'client_id') ?? person.userId
  return {
    userId: subject.startsWith('usr_') ? subject : `usr_${subject.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`,
    organizationId: text('organization', 'organization_id', 'org_id') ?? person.organizationId,
    ...claimOf('name', text('name')),
    ...claimOf('email', text('email')),
    roles: rolesIn(claims['roles']),
  }
}

/** A list of roles, or one text with spaces between them. */
function rolesIn(claim: unknown): string[] {
  if (typeof claim === 'string') return claim.split(' ')
  return Array.isArray(claim) ? claim.filter((role) => typeof role === 'string') : []
}

function claimOf<K extends string>(name: K, value: string | undefined): { [N in K]?: string } {
  return value === undefined ? {} : ({ [name]: value } as { [N in K]?: string }) // the only name
}

function decodeClaims(payload: string): Record<string, unknown> | null {
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0))
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return typeof claims === 'object' && claims !== null ? (claims as Record<string, unknown>) : null
  } catch {
    return null // not a JWT
  }
}
