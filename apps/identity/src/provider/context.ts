import type { Provider } from 'oidc-provider'

/**
 * The name of a cookie of this provider. Over https the prefix makes browsers refuse it from anything that is not https (RFC 6265bis),
 * so that nobody on the network can plant one. `__Host-` would forbid the paths that separate the sign-ins of two tabs.
 */
export function cookieName(name: string, { secure }: { secure: boolean }): string {
  return secure ? `__Secure-${name}` : name
}

/** What a middleware of the provider receives before the library's own steps: no `ctx.oidc` yet. */
export type Middleware = Parameters<Provider['use']>[0]
export type Context = Parameters<Middleware>[0]

type InteractionDetails = Awaited<ReturnType<Provider['interactionDetails']>>
export type Interaction = InteractionDetails
