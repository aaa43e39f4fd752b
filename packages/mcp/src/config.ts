import type { Auth } from '@auspex/sdk'
import { clientCredentials } from '@auspex/sdk/auth'
import { savedSignIn } from '@auspex/sdk/auth/node'

/** A setting that must be provided before the server can start. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

export interface McpConfig {
  /** Address of the API, for example `http://localhost:4000/api` */
  readonly baseUrl: string
  /** Whose tokens every call has; null when each request over HTTP brings its own. */
  readonly auth: Auth | null
  /** The OpenID provider that signs people in */
  readonly issuer: string
  readonly allowWrites: boolean
  /** The port to listen on, on this machine; null for stdio. */
  readonly port: number | null
}

/** Comes with this package, which may be installed without `@auspex/sdk` beside it. */
const loginCommand = 'npx -p @auspex/mcp auspex-login'

export const usage = `auspex-mcp: Auspex as tools for assistants, over stdio or HTTP

  AUSPEX_URL      where Auspex runs, for example http://localhost:4000 (default)
  AUSPEX_TOKEN    personal access token of whom the assistant acts for, from their profile page

Without a token it acts for the person who ran ${loginCommand} on this computer, or as a service:

  AUSPEX_CLIENT_ID, AUSPEX_CLIENT_SECRET   a registered service, whose tokens are renewed
  AUSPEX_ISSUER                            its OpenID provider; AUSPEX_URL/identity by default

  --allow-writes  also offer the tools that change something
  --http=PORT     listen at http://127.0.0.1:PORT/mcp, for this machine alone, instead of stdio
  --sign-in       with --http: each program signs its person in, and sends their token with each request
`

/** Reads the settings; `--allow-writes` is an argument rather than a variable, so that it cannot be inherited. */
export const readConfig = (env: Readonly<Record<string, string | undefined>>, args: readonly string[]): McpConfig => {
  const unknown = args.find((arg) => !['--allow-writes', '--sign-in'].includes(arg) && !arg.startsWith('--http='))
  if (unknown !== undefined) throw new ConfigError(`There is no option ${unknown}.\n\n${usage}`)
  const address = env.AUSPEX_URL ?? 'http://localhost:4000'
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    throw new ConfigError(`AUSPEX_URL must be an http address, not ${address}`)
  const http = args.find((arg) => arg.startsWith('--http='))?.slice('--http='.length) ?? null
  if (http !== null && (!/^\d{1,5}$/.test(http) || Number(http) > 65_535))
    throw new ConfigError(`--http needs a port from 0 to 65535, not ${http}`)
  const isSignIn = args.includes('--sign-in')
  if (isSignIn && http === null) throw new ConfigError('--sign-in needs --http=PORT: over stdio there is one person')
  const origin = address.replace(/\/+$/, '')
  const site = origin.replace(/\/api$/, '')
  return {
    baseUrl: origin.endsWith('/api') ? origin : `${origin}/api`,
    auth: isSignIn ? null : readAuth(env, site),
    issuer: env.AUSPEX_ISSUER || `${site}/identity`,
    allowWrites: args.includes('--allow-writes'),
    port: http === null ? null : Number(http),
  }
}

/** Where tokens come from. All but a token of the environment are renewed as they expire. */
const readAuth = (env: Readonly<Record<string, string | undefined>>, url: string): Auth => {
  const { AUSPEX_TOKEN: token, AUSPEX_CLIENT_ID: clientId, AUSPEX_CLIENT_SECRET: clientSecret } = env
  if (token) return { getToken: () => token }
  if (clientId && clientSecret)
    return clientCredentials({ issuer: env.AUSPEX_ISSUER || `${url}/identity`, clientId, clientSecret })
  if (clientId || clientSecret) throw new ConfigError('AUSPEX_CLIENT_ID and AUSPEX_CLIENT_SECRET go together')
  return savedSignIn({ url, command: loginCommand })
}
