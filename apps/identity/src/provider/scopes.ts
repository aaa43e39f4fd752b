import type { Account } from '../accounts/account.ts'

/** Every scope that a client may request, and the claims it gives access to. */
export const claimsByScope = {
  openid: ['sub'],
  profile: ['name', 'preferred_username'],
  email: ['email', 'email_verified'],
  organization: ['organization', 'organization_name', 'groups', 'roles'],
}

export const claimScopes = Object.keys(claimsByScope)

/** What a service can be allowed to do in the API (`x-permission.scope` of the contract). For people, roles decide. */
export const serviceScopes = ['import', 'search'] as const

/** What an app can be allowed to do in the API for a person (`AccessScope` of the contract), never more than the person. */
export const personScopes = ['read', 'write', 'administer'] as const

/** The grant type of devices without a browser (RFC 8628). */
export const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'

/** All claims of an account. `organization` is an id. The operator enters e-mail addresses, so they count as verified. */
export function toClaims(account: Account) {
  return {
    sub: account.id,
    name: account.name,
    preferred_username: account.login,
    email: account.email,
    email_verified: true,
    organization: account.organization.id,
    organization_name: account.organization.name,
    groups: account.groups,
    roles: account.roles,
  }
}

/** The claims that the scopes give access to, which always include `sub`. */
export function selectClaims(account: Account, scopes: ReadonlySet<string>): Record<string, unknown> {
  const names = new Set(Object.entries(claimsByScope).flatMap(([scope, claims]) => (scopes.has(scope) ? claims : [])))
  return Object.fromEntries(Object.entries(toClaims(account)).filter(([name]) => name === 'sub' || names.has(name)))
}
