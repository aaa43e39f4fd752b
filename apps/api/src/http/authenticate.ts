import type { AccessToken, TokenVerifier } from '../adapters/identity/token-verifier.port.ts'
import type { Actor } from '../kernel/actor.ts'
import { CodedError } from '../kernel/errors.ts'

/** Finds out who calls, from the `Authorization` header. Throws a `CodedError`: unauthenticated, or unavailable. */
export type Authenticate = (authorization: string | undefined) => Promise<Actor>

const bearer = /^Bearer +([A-Za-z0-9\-._~+/]+=*)$/i

export interface AuthenticateOptions {
  verifier: TokenVerifier
  /** Gives the owner of a verified token our own id, and remembers them. */
  findActor: (token: AccessToken) => Promise<Actor>
}

/** Reads the bearer token (RFC 6750), verifies it and finds its owner. */
export function createAuthenticate({ verifier, findActor }: AuthenticateOptions): Authenticate {
  return async (authorization) => {
    const token = bearer.exec(authorization ?? '')?.[1]
    if (token === undefined) {
      throw new CodedError({ kind: 'unauthenticated', code: 'identity.unauthenticated', title: 'Sign in to continue' })
    }
    return findActor(await verifier.verify(token))
  }
}
