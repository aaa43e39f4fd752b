import { type Boot, boot } from './boot.ts'
import { IdentityManager } from './identity-manager.ts'
import type { SessionConfig } from './session-config.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { createTokenProvider, type TokenProvider } from './token-provider.ts'

/** The session of one app. Create one at module level: two of them would use the same refresh token twice. */
export interface Session {
  readonly manager: IdentityManager
  /** The `auth` of `createClient` */
  readonly auth: TokenProvider
  /** Determines who is signed in, and begins a sign-in when nobody is; once per page, however often it is called. */
  start(): Promise<Boot>
  /** Goes to the provider, and comes back to this address. */
  signIn(): Promise<void>
  /** Revokes the tokens, closes the provider's session and ends at the root of the app. */
  signOut(): Promise<void>
}

/** @throws SessionError `config` */
export const createSession = (config: SessionConfig): Session => {
  const manager = new IdentityManager(config)
  let started: Promise<Boot> | undefined
  return {
    manager,
    auth: createTokenProvider(manager),
    start: () => (started ??= boot(manager)),
    signIn: () => signIn(manager),
    signOut: () => signOut(manager),
  }
}
