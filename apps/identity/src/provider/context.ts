import type { Provider } from 'oidc-provider'

/** What a middleware of the provider receives before the library's own steps: no `ctx.oidc` yet. */
export type Middleware = Parameters<Provider['use']>[0]
export type Context = Parameters<Middleware>[0]

type InteractionDetails = Awaited<ReturnType<Provider['interactionDetails']>>
export type Interaction = InteractionDetails
