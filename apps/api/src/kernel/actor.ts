/** Who makes a request: what an operation may know of the access token's owner. */
export interface Actor {
  /** Our own id, `usr_…`. */
  userId: string
  /** The provider's id of the same account. */
  subject: string
  /** The tenant; null when the provider names none, and such an actor sees only what is their own. */
  organizationId: string | null
  roles: readonly string[]
  /** What its token is allowed; asked only of a service, a person's roles decide. */
  scopes: readonly string[]
  /** A service signed in with a secret of its own; it is nobody's contact. */
  kind: 'person' | 'service'
}

/** Tells whether the actor holds the role; `godmode` holds every role. */
export function hasRole(actor: Actor, role: string): boolean {
  return actor.roles.includes(role) || actor.roles.includes('godmode')
}

/** Tells whether the actor may do what needs this scope: a person may, a service only what its token names. Null is for people only. */
export function hasScope(actor: Actor, scope: string | null): boolean {
  return actor.kind === 'person' || (scope !== null && actor.scopes.includes(scope))
}
