/** In a file of its own, which a page loads when it signs in, renews tokens or signs out. */
export { IdentityManager } from '@auspex/sdk/auth/browser'
