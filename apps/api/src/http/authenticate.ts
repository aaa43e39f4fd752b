import { usualFailures } from '@auspex/contract/refusals'
import type { StatementPool } from '../adapters/database/database.port.ts'
import type { AccessToken, TokenVerifier } from '../adapters/identity/token-verifier.port.ts'
import type { Actor } from '../kernel/actor.ts'
import { CodedError } from '../kernel/errors.ts'
import { createRequestCounter } from './request-counter.ts'
import type { TokenGate } from './token-gate.ts'

/** Identifies the caller from the `Authorization` header and the IP address. Throws a `CodedError`: unauthenticated, unavailable, or rate limited. */
export type Authenticate = (authorization: string | undefined, address: string | undefined) => Promise<Actor>

const bearer = /^Bearer +([A-Za-z0-9\-._~+/]+=*)$/i

export interface AuthenticateOptions {
  verifier: TokenVerifier
  gate: TokenGate
  /** Maps the owner of a verified token to our own id, and stores them. */
  findActor: (token: AccessToken) => Promise<Actor>
  /** The owner of a personal access token; null when it is a token of the provider. */
  findTokenOwner: (token: string) => Promise<Actor | null>
}

/** Reads the bearer token (RFC 6750), a personal access token or one of the provider, verifies it and finds its owner. */
export function createAuthenticate({ verifier, gate, findActor, findTokenOwner }: AuthenticateOptions): Authenticate {
  return async (authorization, address) => {
    const token = bearer.exec(authorization ?? '')?.[1]
    const verify = async () => {
      if (token !== undefined) return (await findTokenOwner(token)) ?? findActor(await verifier.verify(token))
      throw new CodedError({ kind: 'unauthenticated', ...usualFailures[401] })
    }
    return gate.pass({ address, token, verify })
  }
}

/** Longer than the lifetime of a token, so that each is written once. */
const rememberSeconds = 600

/** Digests of tokens that a process has verified, shared with other processes on the same database. */
export interface GoodTokens {
  has(digest: string): Promise<boolean>
  add(digest: string): Promise<void>
  remove(digest: string): Promise<void>
}

/** Read only after a network had too many tokens refused; written once per token and process. */
export function createGoodTokens(pool: StatementPool): GoodTokens {
  const counter = createRequestCounter({ name: 'good-token', points: 1, seconds: rememberSeconds, shared: pool })
  return {
    has: async (digest) => (await counter.get(digest)) !== null,
    async add(digest) {
      await counter.penalty(digest)
    },
    async remove(digest) {
      await counter.delete(digest)
    },
  }
}
