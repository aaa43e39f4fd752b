/** A file of its own, so that a page loads the library of signing in when it signs in, renews tokens or signs out. */
export { IdentityManager } from '@auspex/sdk/auth/browser'
