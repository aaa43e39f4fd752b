import { createHmac } from 'node:crypto'
import { Provider } from 'oidc-provider'

/**
 * Gives each refresh token one successor, whoever asks and how often: its id is computed from the token and a key of
 * ours. A page that lost the answer gets the same again, and ten renewals at once end in one living token, without
 * the answer being stored. Chance would mint a token for each.
 */
export function createStableSuccessors(provider: Provider, { cookieKeys }: { cookieKeys: readonly string[] }): void {
  // The library's types leave the method out.
  const prototype = provider.RefreshToken.prototype as unknown as { generateTokenId(): string }
  const { generateTokenId } = prototype
  // The oldest key: a new one is put before it, and must not change a successor within the grace.
  const key = `refresh-token-successor:${cookieKeys.at(-1) ?? ''}`
  prototype.generateTokenId = function generateRefreshTokenId() {
    const rotated = Provider.ctx?.oidc.entities.RotatedRefreshToken
    if (!rotated) return generateTokenId.call(this)
    return createHmac('sha256', key).update(rotated.jti).digest('base64url')
  }
}
