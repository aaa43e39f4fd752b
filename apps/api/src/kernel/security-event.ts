/** `warning` is for anything refused or that looks like an attack. */
export type Severity = 'info' | 'warning'

/** Security events and their severity for an operator. Add the names of new events here. */
export const severities = {
  'access-token.refused': 'warning',
  'account.created': 'info',
  'account.disabled': 'warning',
  'account.enabled': 'warning',
  'authorization-code.replayed': 'warning',
  'client.changed': 'warning',
  'client.registered': 'warning',
  'client.removed': 'warning',
  'client.secret-renewed': 'warning',
  'destination.added': 'info',
  'document.allowed': 'warning',
  'document.blocked': 'info',
  'document.deleted': 'warning',
  'export.created': 'info',
  'export.downloaded': 'info',
  'feed.created': 'info',
  'feed.revoked': 'info',
  'import.deleted': 'warning',
  'import.started': 'info',
  'module-access.changed': 'info',
  'password-change.failed': 'warning',
  'password.changed': 'info',
  'personal-token.created': 'info',
  'personal-token.revoked': 'info',
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

/** Ids, codes and counts by name; null and undefined are omitted. */
export type SecurityFacts = Readonly<Record<string, string | number | boolean | readonly string[] | null | undefined>>

/**
 * What happened, with its known facts. Never a token, a password, or anything that a caller typed: no usernames, search terms, queries, titles, or
 * web addresses.
 */
export interface SecurityEvent {
  name: SecurityEventName
  /** Defaults to now. */
  at?: Date
  userId?: string | null
  /** The identity provider's id of the account. */
  accountId?: string | null
  organizationId?: string | null
  clientId?: string | null
  /** The network address. */
  address?: string | null
  operation?: string | null
  requestId?: string | null
  facts?: SecurityFacts
}

/** Adds an event to the security log. Returns at once and never throws: no request waits or fails because of it. */
export type RecordSecurityEvent = (event: SecurityEvent) => void
