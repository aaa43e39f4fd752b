import type { ErrorResponse } from 'oidc-client-ts'
import { hideFields, shortenStack } from '../runtime/errors.ts'

/** The heading of every failure to sign in. */
export const authenticationError = 'Authentication error'

/**
 * The messages of the product's specification (§8) for its identity library, verbatim. The embedded provider cannot cause the
 * last five, because it has neither registration nor account unlock nor interaction codes; a provider that has them sends them
 * through the callback.
 */
export const messages = {
  throttle: 'Too many token renew requests',
  timeout: 'OAuth flow timed out',
  refresh_token: 'The refresh token is invalid or expired.',
  malformed: 'Malformed token',
  server: 'Unknown error',
  /** The installation is misconfigured; retrying cannot help. */
  config: 'No issuer is configured',
  state: 'State in redirect uri does not match with transaction state',
  registration: 'Registration is not supported based on your current org configuration.',
  unlock: 'Self Service Account Unlock is not supported based on your current org configuration.',
  interaction_code: 'Unable to parse interaction_code from the url',
  no_transaction: 'No transaction data was found in storage',
  unsaved_transaction: 'Unable to proceed: saved transaction could not be loaded',
} as const

export type SessionErrorCode =
  | keyof typeof messages
  /** An administrator removed the app, or it was never registered; retrying cannot help. */
  | 'app_removed'
  /** A token is not for this app, not from its provider, or not valid now. */
  | 'claims'
  /** The person pressed Cancel at the provider. */
  | 'cancelled'
  /** Silent renewal found that nobody is signed in at the provider. */
  | 'login_required'
  /** Any other error of the provider or the network. */
  | 'provider'

/** Any failure of signing in, renewing or signing out. */
export class SessionError extends Error {
  // written out, and no field, as that of an `AuspexError`
  override get name(): string {
    return 'SessionError'
  }
  declare readonly code: SessionErrorCode

  constructor(code: SessionErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    hideFields(this, { code })
    shortenStack(this, 3)
  }

  /** The sentence to show a person, as of an `AuspexError`. */
  get userMessage(): string {
    return this.message
  }

  /** The fields, for loggers that write JSON. */
  toJSON(): object {
    const { name, message, code } = this
    return { name, message, code }
  }

  /** How Node.js prints it, as an `AuspexError`: in a few lines, with the code and without the stack of its cause. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    const { name, message, stack, code, cause } = this
    const frames = stack?.split('\n').filter((line) => /^ +at /.test(line)) ?? []
    const reason = cause instanceof Error && cause.message !== message ? `\n  cause: ${cause.message}` : ''
    return `${[`${name}: ${message}`, ...frames].join('\n')}\n  code: ${code}${reason}`
  }
}

/** Converts any error of oidc-client-ts into a SessionError, with the specification's message if there is one. */
export const translateError = (error: unknown): SessionError => {
  if (error instanceof SessionError) return error
  const message = error instanceof Error ? error.message : String(error)
  const code = classify(error, message)
  const text = code === 'app_removed' ? removedMessage : message
  return new SessionError(code, isListed(code) ? messages[code] : text, { cause: error })
}

const removedMessage = 'This app may not sign people in: it was removed, or never registered. Ask an administrator.'

const isListed = (code: string): code is keyof typeof messages => code in messages

/** Matches messages of oidc-client-ts 3.5, which gives most of its errors no code. */
const classify = (error: unknown, message: string): SessionErrorCode => {
  if (error instanceof Error && error.name === 'ErrorTimeout') return 'timeout'
  if (isResponse(error)) return classifyResponse(error)
  if (/^(No matching state found in storage|State does not match|No state in response)$/.test(message)) return 'state'
  // Thrown by its JWT decoder, which exports no class.
  if (error instanceof Error && error.name === 'InvalidTokenError') return 'malformed'
  if (/ \(5\d\d\)(:|$)/.test(message)) return 'server'
  return 'provider'
}

/** By its name: an app that is not about to sign anybody in need not load the library for its class. */
const isResponse = (error: unknown): error is ErrorResponse => error instanceof Error && error.name === 'ErrorResponse'

/** By the OAuth error code (RFC 6749 §4.1.2.1 and §5.2, OpenID Connect Core §3.1.2.6). */
const classifyResponse = ({ error, error_description: reason, form }: ErrorResponse): SessionErrorCode => {
  // A description in the specification's own words is more precise than the OAuth code, which covers many reasons.
  const specificationCode = Object.keys(messages).find((code) => isListed(code) && messages[code] === reason)
  if (specificationCode !== undefined && isListed(specificationCode)) return specificationCode
  switch (error) {
    case 'invalid_grant':
      return form?.get('grant_type') === 'refresh_token' ? 'refresh_token' : 'provider'
    case 'invalid_client':
      return 'app_removed'
    case 'access_denied':
      return 'cancelled'
    case 'login_required':
      return 'login_required'
    case 'server_error':
    case 'temporarily_unavailable':
      return 'server'
    case null:
    default:
      return 'provider'
  }
}
