/** Signing people in on the pages of an app, over oidc-client-ts. */
export { boot, type Boot } from './session/boot.ts'
export { IdentityManager } from './session/identity-manager.ts'
export { createSession, type Session } from './session/session.ts'
export type { SessionConfig } from './session/session-config.ts'
export {
  authenticationError,
  messages,
  SessionError,
  type SessionErrorCode,
  translateError,
} from './session/session-errors.ts'
export { cancelSignIn, recordAutomaticRetry, retriesAutomatically, signIn } from './session/sign-in.ts'
export { signOut } from './session/sign-out.ts'
export { hasStoredSession, openStoredSession } from './session/stored-session.ts'
export { createTokenProvider, type TokenProvider } from './session/token-provider.ts'
