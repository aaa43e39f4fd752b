/** Ready-made token sources for the `auth` option of a client, and sign-in from a terminal. */
export { clientCredentials, type ClientCredentialsOptions } from './runtime/client-credentials.ts'
export {
  type DeviceClient,
  type DeviceCode,
  type DeviceSignInOptions,
  endSignIn,
  renewSignIn,
  type SignInTokens,
  signInWithDevice,
  terminalClientId,
} from './runtime/device-sign-in.ts'
export { ProviderError, type ProviderOptions } from './runtime/provider-request.ts'
