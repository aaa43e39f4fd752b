import { createHash, randomBytes } from 'node:crypto'

/** What a code or a refresh token stands for. */
export interface Grant {
  userId: string
  clientId: string
  scope: string
  nonce: string | null
}

/** A code with what its exchange must prove. */
interface CodeGrant extends Grant {
  redirectUri: string
  challenge: string | null
  expiresAt: number
}

/** Codes and refresh tokens; each is good for one use. */
export interface Grants {
  addCode(grant: Omit<CodeGrant, 'expiresAt'>): string
  /** Null for a code that is unknown, used or too old, of another client or address, or whose verifier does not fit. */
  takeCode(code: string, proof: { clientId: string; redirectUri: string; verifier: string | null }): Grant | null
  addRefreshToken(grant: Grant): string
  takeRefreshToken(token: string, clientId: string): Grant | null
}

const codeMs = 60_000
/** Both kinds together; the oldest are forgotten first. */
const mostGrants = 1000

export function createGrants(now: () => number): Grants {
  const codes = new Map<string, CodeGrant>()
  const refreshTokens = new Map<string, Grant>()

  return {
    addCode: (grant) => add(codes, { ...grant, expiresAt: now() + codeMs }),
    takeCode(code, { clientId, redirectUri, verifier }) {
      const grant = take(codes, code)
      if (grant === null || grant.expiresAt < now()) return null
      if (grant.clientId !== clientId || grant.redirectUri !== redirectUri) return null
      return grant.challenge === null || (verifier !== null && challengeOf(verifier) === grant.challenge) ? grant : null
    },
    addRefreshToken: (grant) => add(refreshTokens, grant),
    takeRefreshToken(token, clientId) {
      const grant = take(refreshTokens, token)
      return grant?.clientId === clientId ? grant : null
    },
  }
}

function add<T>(grants: Map<string, T>, grant: T): string {
  const name = randomBytes(24).toString('base64url')
  grants.set(name, grant)
  const [oldest] = grants.keys()
  if (grants.size > mostGrants && oldest !== undefined) grants.delete(oldest)
  return name
}

function take<T>(grants: Map<string, T>, name: string): T | null {
  const grant = grants.get(name) ?? null
  grants.delete(name)
  return grant
}

function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}
