/* oxlint-disable no-underscore-dangle -- oidc-client-ts marks what only subclasses may use this way */
import {
  type SigninSilentArgs,
  type User,
  UserManager,
  type UserManagerSettings,
  WebStorageStateStore,
} from 'oidc-client-ts'
import { checkIdTokenClaims, decodeIdToken } from './claims.ts'
import { checkInteractionCallback } from './interaction-callback.ts'
import { checkIssuer, isSameIssuer } from './issuer.ts'
import { RenewThrottle } from './renew-throttle.ts'
import { CALLBACK_PATH, checkScopes, type SessionConfig, TRANSACTION_SECONDS } from './session-config.ts'
import { MESSAGES, SessionError, translateError } from './session-errors.ts'
import { takeTurn } from './take-turn.ts'

/**
 * The one owner of the tokens. oidc-client-ts does the protocol; this class adds what it leaves out: claims are
 * checked, renewals of all tabs take turns and are throttled, and errors have codes.
 *
 * Make one for the whole page, outside React: two of them would spend the same refresh token twice.
 */
export class IdentityManager extends UserManager {
  /** How long before its expiry a token counts as expired, in seconds. */
  readonly expireEarlySeconds: number
  readonly #issuer: string
  readonly #skewSeconds: number
  readonly #throttle = new RenewThrottle()
  /** The access token that this tab's timers were set for; another tab may have stored a newer one since. */
  #accessToken: string | undefined

  /** @throws SessionError `config` */
  constructor(config: SessionConfig) {
    const issuer = checkIssuer(config.issuer)
    super(toSettings(issuer, config))
    this.#issuer = issuer
    this.#skewSeconds = config.clockSkewSeconds ?? 300
    this.expireEarlySeconds = config.expireEarlySeconds ?? 30
  }

  /** The key of the tokens in localStorage. */
  get storageKey(): string {
    return `oidc.${this._userStoreKey}`
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

  /** Stores tokens; an ID token that is new is checked first. Every way to get tokens comes through here. */
  override async storeUser(user: User | null): Promise<void> {
    if (user?.id_token && user.id_token !== (await this._loadUser())?.id_token) await this.#checkIdToken(user.id_token)
    await super.storeUser(user)
    this.#accessToken = user?.access_token
  }

  override signinRedirect(args: Parameters<UserManager['signinRedirect']>[0] = {}): Promise<void> {
    // The library checks a nonce only when it gets one.
    return super.signinRedirect({ nonce: crypto.randomUUID(), ...args })
  }

  override async signinCallback(url: string = location.href): Promise<User | undefined> {
    try {
      // The library forgets old transactions only when a new one begins.
      await this.clearStaleState()
      await checkInteractionCallback(new URL(url).searchParams, this.settings.stateStore)
      return await super.signinCallback(url)
    } catch (error) {
      throw translateError(error)
    }
  }

  /**
   * Renews the tokens, by refresh token or else by a hidden iframe. All renewals come through here, of the timer
   * and of others; tabs take turns, and a tab that waited takes what another tab got meanwhile.
   *
   * @returns null when somebody signed out meanwhile
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
      if (this.#throttle.hit()) throw new SessionError('throttle', MESSAGES.throttle)
      try {
        // Version 3.5.0 gives renewals by refresh token no time-out unless it is repeated here.
        const { silentRequestTimeoutInSeconds } = this.settings
        return await super.signinSilent({ nonce: crypto.randomUUID(), silentRequestTimeoutInSeconds, ...args })
      } catch (error) {
        throw translateError(error)
      }
    })
  }

  /** Makes the provider forget one token. Unlike the library's own, it never stores anything back. */
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

function toSettings(issuer: string, config: SessionConfig): UserManagerSettings {
  const timeoutSeconds = config.timeoutSeconds ?? 120
  return {
    authority: issuer,
    client_id: config.clientId,
    redirect_uri: location.origin + CALLBACK_PATH,
    silent_redirect_uri: location.origin + CALLBACK_PATH,
    post_logout_redirect_uri: `${location.origin}/`,
    scope: checkScopes(config.scopes).join(' '),
    response_type: 'code',
    // Shared by the tabs: one renewal serves all, and a removal is noticed by all.
    userStore: new WebStorageStateStore({ store: localStorage }),
    stateStore: new WebStorageStateStore({ store: localStorage }),
    staleStateAgeInSeconds: TRANSACTION_SECONDS,
    // Started after boot, when it is known that there is a session.
    automaticSilentRenew: false,
    accessTokenExpiringNotificationTimeInSeconds: config.expireEarlySeconds ?? 30,
    silentRequestTimeoutInSeconds: timeoutSeconds,
    requestTimeoutInSeconds: timeoutSeconds,
    maxSilentRenewTimeoutRetries: 0,
    // RFC 7009 answers may be empty text. Not text/html: it would make providers send their errors as web pages.
    revokeTokenAdditionalContentTypes: ['text/plain'],
    revokeTokensOnSignout: false,
    loadUserInfo: false,
    // Keeps the Back button out of the provider's pages.
    redirectMethod: 'replace',
  }
}
