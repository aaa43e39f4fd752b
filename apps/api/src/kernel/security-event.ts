/** `warning` is what was refused or looks like an attack. */
export type Severity = 'info' | 'warning'

/** What can happen at the front door, and how much an operator should mind. Names of new events are added here. */
export const severities = {
  'access-token.refused': 'warning',
  'account.created': 'info',
  'account.disabled': 'warning',
  'account.enabled': 'warning',
  'authorization-code.replayed': 'warning',
  'export.created': 'info',
  'export.downloaded': 'info',
  'import.deleted': 'warning',
  'import.started': 'info',
  'module-access.changed': 'info',
  'password-change.failed': 'warning',
  'password.changed': 'info',
  'recovery-code.used': 'warning',
  'refresh-token.replayed': 'warning',
  'request.throttled': 'warning',
  'role.refused': 'warning',
  'scope.refused': 'warning',
  'second-factor.disabled': 'warning',
  'second-factor.enabled': 'info',
  'second-factor.failed': 'warning',
  'security-log.exported': 'info',
  'security-log.read': 'info',
  'server.started': 'info',
  'server.stopped': 'info',
  'service-client.created': 'info',
  'service-token.issued': 'info',
  'service-token.refused': 'warning',
  'sessions.ended': 'info',
  'share-link.created': 'info',
  'share-link.revoked': 'info',
  'sign-in.failed': 'warning',
  'sign-in.succeeded': 'info',
  'sign-in.throttled': 'warning',
  'sign-out.succeeded': 'info',
  'signal.shared': 'info',
  'token.refused': 'warning',
  'user.created': 'info',
  'user.deleted': 'warning',
  'user-access.changed': 'warning',
  'user-roles.changed': 'warning',
  'webhook.registered': 'info',
} as const satisfies Record<string, Severity>

export type SecurityEventName = keyof typeof severities

/** Ids, codes and counts by name; null and undefined are left out. */
export type SecurityFacts = Readonly<Record<string, string | number | boolean | readonly string[] | null | undefined>>

/**
 * What happened, and what is known of it. Never a token, a password, or anything that a caller typed: no usernames, search
 * terms, queries, titles, or addresses of the web.
 */
export interface SecurityEvent {
  name: SecurityEventName
  /** Now, when left out. */
  at?: Date
  userId?: string | null
  /** The identity provider's id of the account. */
  accountId?: string | null
  organizationId?: string | null
  clientId?: string | null
  /** Of the network. */
  address?: string | null
  operation?: string | null
  requestId?: string | null
  facts?: SecurityFacts
}

/** Puts an event into the security log. Returns at once and never throws: no request waits or fails because of it. */
export type RecordSecurityEvent = (event: SecurityEvent) => void
