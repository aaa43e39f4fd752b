import { checkIssuer } from './claims.ts'
import type { IdentityManager } from './identity-manager.ts'
import { callbackPath, checkScopes, type SessionConfig } from './session-config.ts'
import { logSession, signingOutKey } from './session-storage.ts'
import { createTokenProvider, handleUnauthorized, type TokenProvider, wasRefused } from './token-provider.ts'

/** How long before a renewal is due the manager is created, in milliseconds: its code may have to be fetched. */
const createEarlyMs = 15_000
/** How long to wait after the code could not be fetched, in milliseconds. */
const retryMs = 10_000

/** What is read of the tokens that oidc-client-ts stored. */
interface StoredTokens {
  readonly access_token: string
  /** Seconds since 1970. */
  readonly expires_at: number
  readonly scope?: string
}

/**
 * Opens the stored session where nothing has to be asked of the provider, so that a page can be shown without oidc-client-ts. `start` creates the one
 * manager of the page and boots it; it is called shortly before the tokens have to be renewed.
 *
 * @returns null if the page has to be booted now: nobody is signed in, the tokens are about to expire, or a sign-in or sign-out is under way
 * @throws SessionError `config`
 */
export const openStoredSession = (
  config: SessionConfig,
  start: () => Promise<IdentityManager>,
): TokenProvider | null => {
  const name = `user:${checkIssuer(config.issuer)}:${config.clientId}`
  const key = `oidc.${name}`
  const early = config.expireEarlySeconds ?? 30
  const requested = checkScopes(config.scopes)
  const read = () => parseTokens(localStorage.getItem(key))
  const tokens = read()
  const isPlainPage =
    window.isSecureContext &&
    window.self === window.top &&
    location.pathname !== (config.callbackPath ?? callbackPath) &&
    sessionStorage.getItem(signingOutKey) === null
  if (!isPlainPage || tokens === null || wasRefused(tokens) || msLeft(tokens, early) <= createEarlyMs) return null
  // the app may request more than at the last sign-in
  const granted = (localStorage.getItem(`auth.scopes:${name}`) ?? tokens.scope)?.split(' ')
  if (granted && !requested.every((scope) => granted.includes(scope))) return null

  let provider: TokenProvider | undefined
  let starting: Promise<void> | undefined
  let timer: number | undefined
  const hand = async () => {
    const manager = await start()
    window.clearTimeout(timer)
    window.removeEventListener('storage', follow)
    provider = createTokenProvider(manager)
  }
  const begin = (): Promise<void> =>
    (starting ??= hand().catch((error: unknown) => {
      logSession('the renewal cannot begin', error)
      starting = undefined
      wait(retryMs)
    }))
  const wait = (ms: number) => {
    window.clearTimeout(timer)
    timer = window.setTimeout(() => void begin(), ms)
  }
  /** Other tabs sign out and renew, too. */
  const follow = (event: StorageEvent) => {
    if (event.storageArea !== localStorage || (event.key !== null && event.key !== key)) return
    const current = read()
    if (current === null) {
      logSession('tokens removed in another tab')
      location.reload()
    } else wait(Math.max(0, msLeft(current, early) - createEarlyMs))
  }
  window.addEventListener('storage', follow)
  wait(msLeft(tokens, early) - createEarlyMs)
  return {
    async getToken() {
      const current = read()
      // after the computer was asleep
      if (provider === undefined && current !== null && msLeft(current, 0) <= 0) await begin()
      return provider === undefined ? current?.access_token : provider.getToken()
    },
    onUnauthorized: () => void handleUnauthorized({ getUser: async () => read() }),
  }
}

/** Whether the browser has tokens that a page can open with; false where the manager comes first, so that its code can be fetched at once. */
export const hasStoredSession = (): boolean =>
  Object.entries(localStorage).some(([key, text]) => {
    const tokens = key.startsWith('oidc.user:') ? parseTokens(String(text)) : null
    return tokens !== null && msLeft(tokens, 30) > createEarlyMs
  })

const msLeft = ({ expires_at }: StoredTokens, earlySeconds: number): number =>
  (expires_at - earlySeconds) * 1000 - Date.now()

const parseTokens = (text: string | null): StoredTokens | null => {
  try {
    const stored = JSON.parse(text ?? 'null') as Partial<StoredTokens> | null // checked on the next line
    return typeof stored?.access_token === 'string' && typeof stored.expires_at === 'number'
      ? (stored as StoredTokens)
      : null
  } catch {
    return null
  }
}
