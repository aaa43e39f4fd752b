import type { AccessScope } from '@auspex/contract'
import type { AccessToken } from '../../adapters/identity/token-verifier.port.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { RecordSecurityEvent } from '../../kernel/security-event.ts'
import type { UsersRepository } from './users.repository.ts'

/** How long the content of a token is assumed to be stored already. */
const rememberMs = 60_000

const accessScopes = ['read', 'write', 'administer'] as const satisfies AccessScope[]

/** Beyond this many cached people the oldest are evicted. */
const maxRemembered = 10_000

export interface FindActorOptions {
  users: UsersRepository
  clock: Clock
  recordSecurityEvent: RecordSecurityEvent
  /** The web app, whose tokens are limited by nothing but roles. */
  webClientId: string
  /** The issuer of the embedded provider; null when accounts are another provider's. */
  embeddedIssuer: string | null
}

/**
 * Maps the owner of a verified token to our own id. A new person, and every change of their data at the provider, is stored; otherwise nothing is
 * read or written for a minute.
 */
export function createFindActor({
  users,
  clock,
  recordSecurityEvent,
  ...apps
}: FindActorOptions): (token: AccessToken) => Promise<Actor> {
  async function save(token: AccessToken): Promise<string> {
    const { userId, rolesBefore } = await users.saveTokenOwner(token)
    const { subject: accountId, organizationId, clientId, kind, roles } = token
    const owner = { userId, accountId, organizationId, clientId }
    if (rolesBefore === null) recordSecurityEvent({ name: 'user.created', ...owner, facts: { kind, roles } })
    else if (rolesBefore.toSorted().join() !== roles.toSorted().join())
      recordSecurityEvent({ name: 'user-roles.changed', ...owner, facts: { roles, rolesBefore } })
    return userId
  }

  const remembered = new Map<string, { facts: string; userId: Promise<string>; until: number }>()
  return async (token) => {
    const key = JSON.stringify([token.issuer, token.subject])
    const facts = factsOf(token)
    const now = clock.now().getTime()
    let entry = remembered.get(key)
    if (entry === undefined || entry.facts !== facts || entry.until <= now) {
      entry = { facts, userId: save(token), until: now + rememberMs }
      remembered.delete(key) // moves it to the newest position
      remembered.set(key, entry)
      entry.userId.catch(() => remembered.delete(key))
      const [oldest] = remembered.keys()
      if (remembered.size > maxRemembered && oldest !== undefined) remembered.delete(oldest)
    }
    const { subject, organizationId, roles, scopes, kind, clientId } = token
    const limits = readAccessScopes(token, apps)
    return {
      userId: await entry.userId,
      subject,
      organizationId,
      roles,
      scopes,
      kind,
      accessScopes: limits,
      credentialId: limits === null ? null : clientId,
    }
  }
}

/**
 * What the app of a token may do for the person. Each app but our own asks the embedded provider for what it needs. Providers of an operator know these
 * scopes only if they were defined there: without one, the operator decided by giving the app an audience.
 */
function readAccessScopes(
  { kind, scopes, clientId }: AccessToken,
  { webClientId, embeddedIssuer }: Pick<FindActorOptions, 'webClientId' | 'embeddedIssuer'>,
): Actor['accessScopes'] {
  if (kind === 'service' || clientId === webClientId) return null
  const granted = accessScopes.filter((scope) => scopes.includes(scope))
  return embeddedIssuer === null && granted.length === 0 ? null : granted
}

/** All data of a token that is stored about a person: if it differs, something changed. */
function factsOf(token: AccessToken): string {
  const { kind, organizationId, organizationName, groups, roles, email, isEmailVerified, name } = token
  return JSON.stringify([kind, organizationId, organizationName, groups, roles, email, isEmailVerified, name])
}
