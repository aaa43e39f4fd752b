import { usualFailures } from '@auspex/contract/refusals'
import type { AccessToken, TokenVerifier } from '../adapters/identity/token-verifier.port.ts'
import type { Actor } from '../kernel/actor.ts'
import { CodedError } from '../kernel/errors.ts'
import type { TokenGate } from './token-gate.ts'

/** Identifies the caller from the `Authorization` header and the IP address. Throws a `CodedError`: unauthenticated, unavailable, or rate limited. */
export type Authenticate = (authorization: string | undefined, address: string | undefined) => Promise<Actor>

const bearer = /^Bearer +([A-Za-z0-9\-._~+/]+=*)$/i

export interface AuthenticateOptions {
  verifier: TokenVerifier
  gate: TokenGate
  /** Maps the owner of a verified token to our own id, and stores them. */
  findActor: (token: AccessToken) => Promise<Actor>
  /** The owner of a personal access token; null, without reading anything, when its prefix shows that it is a token of the provider. */
  findTokenOwner: (token: string) => Promise<Actor | null>
}

/** Reads the bearer token (RFC 6750), a personal access token or one of the provider, verifies it and finds its owner. */
export function createAuthenticate({ verifier, gate, findActor, findTokenOwner }: AuthenticateOptions): Authenticate {
  return async (authorization, address) => {
    const token = bearer.exec(authorization ?? '')?.[1]
    const verify = async () => {
      if (token !== undefined) return (await findTokenOwner(token)) ?? findActor(await verifier.verify(token))
      // counted by the gate like a refused token, so that floods without tokens are limited too
      throw new CodedError({ kind: 'unauthenticated', ...usualFailures[401] })
    }
    return gate.pass({ address, token, verify })
  }
}
