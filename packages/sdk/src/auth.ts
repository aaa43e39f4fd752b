/** Ready ways to get access tokens, for the `auth` option of a client. */
export { clientCredentials, type ClientCredentialsOptions } from './runtime/client-credentials.ts'
