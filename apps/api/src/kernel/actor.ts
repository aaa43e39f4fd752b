import type { AccessScope } from '@auspex/contract'

/** A person, as far as it decides what they may see and change. */
export interface Person {
  /** Our own id, `usr_…`. */
  userId: string
  /** The tenant; null when the provider names none, and such a person sees only their own data. */
  organizationId: string | null
}

/** Who makes a request: what an operation may know about the access token's owner. */
export interface Actor extends Person {
  /** The provider's id of the same account. */
  subject: string
  roles: readonly string[]
  /** The scopes of its token; they apply only to a service, a person's roles decide. */
  scopes: readonly string[]
  /** A service signs in with its own secret and is not listed among people. */
  kind: 'person' | 'service'
  /** What a personal access token, or an app that the person allowed in, may do for them; null when nothing but their roles limits them. */
  accessScopes: readonly AccessScope[] | null
  /** The id of that token, or the client id of that app; null when they act themselves. */
  credentialId: string | null
}

/** Whether the actor has the role; `godmode` includes every role. */
export function hasRole(actor: Actor, role: string): boolean {
  return actor.roles.includes(role) || actor.roles.includes('godmode')
}

/** Whether the actor may use this scope: a person may, a service only if its token names it. Null is for people only. */
export function hasScope(actor: Actor, scope: string | null): boolean {
  return actor.kind === 'person' || (scope !== null && actor.scopes.includes(scope))
}

/** Whether the actor's token includes the access that an operation needs. Null is for people who signed in themselves. */
export function hasAccessScope({ accessScopes }: Actor, needed: AccessScope | null): boolean {
  return accessScopes === null || (needed !== null && accessScopes.includes(needed))
}
