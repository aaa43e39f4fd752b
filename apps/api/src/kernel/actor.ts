/** Who makes a request: what an operation may know of the access token's owner. */
export interface Actor {
  /** Our own id, `usr_…`. */
  userId: string
  /** The provider's id of the same account. */
  subject: string
  /** The tenant; null when the provider names none, and such an actor sees only what is their own. */
  organizationId: string | null
  roles: readonly string[]
  /** A service signed in with a secret of its own; it is nobody's contact. */
  kind: 'person' | 'service'
}

/** Tells whether the actor holds the role; `godmode` holds every role. */
export function hasRole(actor: Actor, role: string): boolean {
  return actor.roles.includes(role) || actor.roles.includes('godmode')
}
