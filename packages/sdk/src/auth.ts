/** Ready-made token sources for the `auth` option of a client. */
export { clientCredentials, type ClientCredentialsOptions } from './runtime/client-credentials.ts'
