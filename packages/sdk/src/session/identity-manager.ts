/* oxlint-disable no-underscore-dangle -- oidc-client-ts marks what only subclasses may use this way */
import {
  type SigninSilentArgs,
  type User,
  UserManager,
  type UserManagerSettings,
  WebStorageStateStore,
  type StateStore,
} from 'oidc-client-ts'
import { checkIdTokenClaims, decodeIdToken, checkIssuer, isSameIssuer } from './claims.ts'
import { callbackPath, checkScopes, type SessionConfig, transactionSeconds } from './session-config.ts'
import { messages, SessionError, translateError } from './session-errors.ts'

const limit = 10
const windowMs = 30_000

/**
 * Refuses the tenth renewal within 30 seconds, so that a token that expires immediately cannot flood the provider. All tabs of a browser, and a page before
 * and after a reload, are counted together.
 */
export class RenewThrottle {
  readonly #key: string
  readonly #now: () => number

  /**
   * @param key where attempts are stored, in localStorage
   * @param now milliseconds, like `Date.now`
   */
  constructor(key: string, now: () => number = Date.now) {
    this.#key = key
    this.#now = now
  }

  /** Counts an attempt, including refused ones; true if it exceeds the limit. Called by one tab at a time. */
  hit(): boolean {
    const now = this.#now()
    const attempts = [...this.#read(), now].filter((attempt) => Math.abs(now - attempt) < windowMs)
    localStorage.setItem(this.#key, attempts.join())
    return attempts.length >= limit
  }

  #read(): number[] {
    return (localStorage.getItem(this.#key) ?? '').split(',').filter(Boolean).map(Number)
  }
}

const needsBrowser =
  'createSession needs a browser: call it in code that runs on a page only. A service signs in with clientCredentials of @auspex/sdk/auth, a device with signInWithDevice of the same, and a program on your own computer with savedSignIn of @auspex/sdk/auth/node'

/** How long the lock is held after the work is done. Far longer than a browser takes to propagate a write to all of its tabs. */
const settleMs = 250

/**
 * The single owner of the tokens. oidc-client-ts does the protocol; this class adds what it omits: claims are validated,
 * renewals are serialized across tabs and throttled, and errors have codes.
 *
 * Create one for the whole page, outside React: two of them would use the same refresh token twice.
 */
export class IdentityManager extends UserManager {
  /** How long before its expiry a token is treated as expired, in seconds. */
  readonly expireEarlySeconds: number
  readonly #issuer: string
  readonly #skewSeconds: number
  /** The page to which the provider redirects. */
  readonly callbackPath: string
  readonly #isPublic: (pathname: string) => boolean
  readonly #throttle: RenewThrottle
  /** The access token that this tab's timers were set for; another tab may have stored a newer one since. */
  #accessToken: string | undefined

  /** @throws SessionError `config` */
  constructor(config: SessionConfig) {
    if (typeof document === 'undefined') throw new SessionError('config', needsBrowser)
    const issuer = checkIssuer(config.issuer)
    if (!config.clientId)
      throw new SessionError(
        'config',
        'createSession needs the clientId that an administrator got for the app at /admin/apps',
      )
    super(toSettings(issuer, config))
    this.#issuer = issuer
    this.#skewSeconds = config.clockSkewSeconds ?? 300
    this.expireEarlySeconds = config.expireEarlySeconds ?? 30
    this.callbackPath = config.callbackPath ?? callbackPath
    this.#isPublic = config.isPublic ?? (() => false)
    this.#throttle = new RenewThrottle(`auth.renewals:${this._userStoreKey}`)
  }

  /** The localStorage key of the tokens. */
  get storageKey(): string {
    return `oidc.${this._userStoreKey}`
  }

  /** Whether this page can be read by people who are not signed in. */
  isPublicPage(): boolean {
    return this.#isPublic(location.pathname)
  }

  /** Records which scopes a sign-in that has just ended had requested, which may be more than it was given. */
  recordScopes(): void {
    localStorage.setItem(this.#scopesKey, this.settings.scope)
  }

  /** The scopes that the app requests and did not request when this person signed in. */
  listNewScopes({ scope }: User): string[] {
    const requested = localStorage.getItem(this.#scopesKey) ?? scope
    // unknown: the sign-in is older than the record, and the provider named no scopes
    if (!requested) return []
    return this.settings.scope.split(' ').filter((each) => !requested.split(' ').includes(each))
  }

  get #scopesKey(): string {
    return `auth.scopes:${this._userStoreKey}`
  }

  /** Whether a token has to be renewed now. A token without a known lifetime is used until it is refused. */
  isExpiring(user: User): boolean {
    return user.expires_in !== undefined && user.expires_in <= this.expireEarlySeconds
  }

  /** The stored user, whose expiry sets the timers of this tab. */
  override async getUser(raiseEvent = false): Promise<User | null> {
    const user = await super.getUser(raiseEvent)
    this.#accessToken = user?.access_token
    return user
  }

  /** Stores tokens after validating a new ID token. Every way to get tokens goes through here. */
  override async storeUser(user: User | null): Promise<void> {
    if (user?.id_token && user.id_token !== (await this._loadUser())?.id_token) await this.#checkIdToken(user.id_token)
    await super.storeUser(user)
    this.#accessToken = user?.access_token
  }

  override signinRedirect(args: Parameters<UserManager['signinRedirect']>[0] = {}): Promise<void> {
    // The library checks a nonce only if it is given one.
    return super.signinRedirect({ nonce: crypto.randomUUID(), ...args })
  }

  override async signinCallback(url: string = location.href): Promise<User | undefined> {
    try {
      // The library deletes old transactions only when a new one begins.
      await this.clearStaleState()
      await checkInteractionCallback(new URL(url).searchParams, this.settings.stateStore)
      return await super.signinCallback(url)
    } catch (error) {
      throw translateError(error)
    }
  }

  /**
   * Renews the tokens by refresh token, or else by a hidden iframe. All renewals go through here, those of the timer and
   * others; tabs take turns, and a tab that waited uses the tokens that another tab got in the meantime.
   *
   * @returns null if somebody signed out during the renewal
   * @throws SessionError
   */
  override async signinSilent(args: SigninSilentArgs = {}): Promise<User | null> {
    const before = this.#accessToken ?? (await this._loadUser())?.access_token
    return takeTurn(`auth.renew:${this._userStoreKey}`, async () => {
      const current = await this._loadUser()
      if (before && !current) return null
      if (current && current.access_token !== before && !this.isExpiring(current)) {
        await this.events.load(current)
        this.#accessToken = current.access_token
        return current
      }
      if (this.#throttle.hit()) throw new SessionError('throttle', messages.throttle)
      try {
        // Version 3.5.0 gives renewals by refresh token no timeout unless it is repeated here.
        const { silentRequestTimeoutInSeconds } = this.settings
        return await super.signinSilent({ nonce: crypto.randomUUID(), silentRequestTimeoutInSeconds, ...args })
      } catch (error) {
        throw translateError(error)
      }
    })
  }

  /** Revokes one token at the provider. Unlike the library's own method, it never stores anything. */
  async revokeToken(user: User, type: 'access_token' | 'refresh_token'): Promise<void> {
    const token = user[type]
    if (token) await this._client.revokeToken(token, type)
  }

  async #checkIdToken(token: string): Promise<void> {
    const discovered = await this.metadataService.getIssuer()
    if (!isSameIssuer(discovered, this.#issuer)) {
      throw new SessionError('claims', `The issuer [${discovered}] does not match [${this.#issuer}]`)
    }
    checkIdTokenClaims(decodeIdToken(token), {
      issuer: discovered,
      clientId: this.settings.client_id,
      skewSeconds: this.#skewSeconds,
      now: Math.floor(Date.now() / 1000),
    })
  }
}

const toSettings = (issuer: string, config: SessionConfig): UserManagerSettings => {
  const timeoutSeconds = config.timeoutSeconds ?? 120
  const callbackUrl = location.origin + (config.callbackPath ?? callbackPath)
  return {
    authority: issuer,
    client_id: config.clientId,
    redirect_uri: callbackUrl,
    silent_redirect_uri: callbackUrl,
    post_logout_redirect_uri: `${location.origin}/`,
    scope: checkScopes(config.scopes).join(' '),
    response_type: 'code',
    // Shared by the tabs: one renewal serves all of them, and all notice a removal.
    userStore: new WebStorageStateStore({ store: localStorage }),
    stateStore: new WebStorageStateStore({ store: localStorage }),
    staleStateAgeInSeconds: transactionSeconds,
    // Started after boot, once it is known that there is a session.
    automaticSilentRenew: false,
    accessTokenExpiringNotificationTimeInSeconds: config.expireEarlySeconds ?? 30,
    silentRequestTimeoutInSeconds: timeoutSeconds,
    requestTimeoutInSeconds: timeoutSeconds,
    maxSilentRenewTimeoutRetries: 0,
    // RFC 7009 responses may be empty text. Not text/html: providers would then send their errors as web pages.
    revokeTokenAdditionalContentTypes: ['text/plain'],
    revokeTokensOnSignout: false,
    loadUserInfo: false,
    // Keeps the provider's pages out of the Back button's history.
    redirectMethod: 'replace',
  }
}

/**
 * Runs work while no other tab of this browser does. A lock alone is not enough: tabs may be in different processes, which see
 * a write to localStorage with a delay, so the next one would read tokens that have already been used.
 */
const takeTurn = <T>(name: string, work: () => Promise<T>): Promise<T> => {
  return new Promise((resolve, reject) => {
    const turn = navigator.locks.request(name, async () => {
      await work().then(resolve, reject)
      await new Promise((settled) => setTimeout(settled, settleMs))
    })
    turn.catch(reject)
  })
}

/**
 * Refuses the callback of a provider that responds with an interaction code, as Okta's Identity Engine does if its own library
 * began the sign-in. This app never begins one, so there is no transaction to continue; the messages state how far it got. An
 * `interaction_required` without such a code belongs to OpenID Connect and passes.
 *
 * @throws SessionError
 */
const checkInteractionCallback = async (parameters: URLSearchParams, store: StateStore): Promise<void> => {
  const code = parameters.get('interaction_code')
  if (code === null) return
  // The store of the transactions also contains the tokens.
  const transactions = (await store.getAllKeys()).filter((key) => !key.startsWith('user:'))
  if (transactions.length === 0) refuse('no_transaction')
  if (!transactions.includes(parameters.get('state') ?? '')) refuse('state')
  if (code === '') refuse('interaction_code')
  refuse('unsaved_transaction')
}

const refuse = (code: keyof typeof messages): never => {
  throw new SessionError(code, messages[code])
}
