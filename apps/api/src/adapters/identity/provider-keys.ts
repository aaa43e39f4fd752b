import { createLocalJWKSet, createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose'

const discoveryTimeoutMs = 5000

/** A key set of ten minutes is fetched again, and one without the key of a token at most every thirty seconds. */
const keySetOptions = { timeoutDuration: 5000, cooldownDuration: 30_000, cacheMaxAge: 600_000 }

/** The provider, or its key set, does not answer correctly. */
export class ProviderUnreachableError extends Error {
  override readonly name = 'ProviderUnreachableError'
}

export interface ProviderKeysOptions {
  issuer: string
  /** The URL of the keys, for providers without discovery or with an internal address. */
  jwksUrl?: URL | undefined
}

/** Returns the provider's signing keys, discovered on first use and cached. */
export function createProviderKeys({ issuer, jwksUrl }: ProviderKeysOptions): JWTVerifyGetKey {
  let keySet: Promise<ReturnType<typeof createRemoteJWKSet>> | undefined
  const find = async () => createRemoteJWKSet(jwksUrl ?? (await discoverKeys(issuer)), keySetOptions)
  return async (header, token) => {
    keySet ??= find()
    const keys = await keySet.catch((error: unknown) => {
      keySet = undefined // retry next time
      throw error
    })
    try {
      return await keys(header, token)
    } catch (error) {
      if (!isUnreachable(error)) throw error
      // the keys that were fetched last remain valid while the provider is down, and only new ones cannot be fetched
      const lastKeys = keys.jwks()
      const lastKey = lastKeys && (await createLocalJWKSet(lastKeys)(header, token).catch(() => undefined))
      if (lastKey === undefined) throw new ProviderUnreachableError('The key set cannot be read', { cause: error })
      return lastKey
    }
  }
}

async function discoverKeys(issuer: string): Promise<URL> {
  const base = issuer.replace(/\/$/, '')
  try {
    const response = await fetch(`${base}/.well-known/openid-configuration`, {
      signal: AbortSignal.timeout(discoveryTimeoutMs),
    })
    if (!response.ok) throw new Error(`Discovery answered ${response.status}`)
    const metadata: unknown = await response.json()
    return readKeysAddress(metadata, base)
  } catch (error) {
    throw new ProviderUnreachableError(`Discovery of ${base} failed`, { cause: error })
  }
}

function readKeysAddress(metadata: unknown, issuer: string): URL {
  if (typeof metadata !== 'object' || metadata === null || !('issuer' in metadata) || !('jwks_uri' in metadata))
    throw new Error('The discovery document has no issuer or no jwks_uri')
  if (String(metadata.issuer).replace(/\/$/, '') !== issuer)
    throw new Error(`Discovery names the issuer ${String(metadata.issuer)}`)
  return new URL(String(metadata.jwks_uri))
}

/** An unknown key id is the token's fault; no response (`fetch` throws a TypeError), a bad status or invalid JSON (jose's generic error) is the provider's. */
function isUnreachable(error: unknown): boolean {
  return (
    error instanceof errors.JWKSTimeout ||
    error instanceof TypeError ||
    (error instanceof errors.JOSEError && error.code === 'ERR_JOSE_GENERIC') ||
    error instanceof errors.JWKSInvalid
  )
}
