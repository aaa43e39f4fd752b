import { resolve } from 'node:path'
import { z } from 'zod'
import { defaultClaimPaths } from '../adapters/identity/claim-paths.ts'
import { logLevels } from '../kernel/logger.ts'
import { ConfigError } from './config-error.ts'
import { httpUrl, issuerUrl, list, originList, proxyTrust, wholeNumber } from './fields.ts'

const schema = z.object({
  AUSPEX_PORT: wholeNumber(0, 65_535).default(4000),
  AUSPEX_HOST: z.string().default('127.0.0.1'),
  AUSPEX_DATA: z.string().default('./data'),
  AUSPEX_SOURCES: z.enum(['auto', 'live', 'demo'], 'must be auto, live or demo').default('auto'),
  AUSPEX_CONTACT: z
    .string()
    // Sent in headers, where other letters get a request refused.
    .regex(/^[\x21-\x7e]+@[\x21-\x7e]+\.[a-z]{2,}$/i, 'must be an e-mail address in plain letters')
    .optional(),
  AUSPEX_GOOGLE_NEWS: z.enum(['on', 'off'], 'must be on or off').default('off'),
  NCBI_API_KEY: z.string().optional(),
  OPENFDA_API_KEY: z.string().optional(),
  STACKEXCHANGE_KEY: z.string().optional(),
  AUSPEX_BLUESKY_STREAM: z.enum(['on', 'off'], 'must be on or off').default('off'),
  MASTODON_URL: httpUrl.optional(),
  MASTODON_TOKEN: z.string().optional(),
  LEMMY_URL: httpUrl.optional(),
  REDDIT_CREDENTIALS: z
    .string()
    .regex(/^[^\s:]+:[^\s:]+$/, 'must be a client id and its key, joined by a colon')
    .optional(),
  YOUTUBE_API_KEY: z.string().optional(),
  COINGECKO_API_KEY: z.string().optional(),
  ALPHA_VANTAGE_API_KEY: z.string().optional(),
  AUSPEX_PUBLIC_URL: httpUrl.optional(),
  AUSPEX_CORS_ORIGINS: originList.default([]),
  AUSPEX_TRUST_PROXY: proxyTrust.default(0),
  AUSPEX_LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
  AUSPEX_REQUESTS_PER_MINUTE: wholeNumber(1, 1_000_000).default(1200),
  AUSPEX_REPHRASER_URL: httpUrl.optional(),
  AUSPEX_REPHRASER_MODEL: z.string().default('default'),
  AUSPEX_REPHRASER_KEY: z.string().optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must be an address of PostgreSQL')
    .optional(),
  OIDC_ISSUER: issuerUrl.optional(),
  OIDC_CLIENT_ID: z.string().default('auspex-web'),
  OIDC_AUDIENCE: z.string().default('api://auspex'),
  OIDC_SCOPES: list.default(['openid', 'profile', 'email', 'organization']),
  OIDC_JWKS_URL: httpUrl.optional(),
  OIDC_CLAIM_ORGANIZATION: list.default([...defaultClaimPaths.organization]),
  OIDC_CLAIM_ORGANIZATION_NAME: list.default([...defaultClaimPaths.organizationName]),
  OIDC_CLAIM_GROUPS: list.default([...defaultClaimPaths.groups]),
  OIDC_CLAIM_ROLES: list.default([...defaultClaimPaths.roles]),
  OIDC_CLAIM_EMAIL: list.default([...defaultClaimPaths.email]),
  OIDC_CLAIM_NAME: list.default([...defaultClaimPaths.name]),
})

/** What a good value looks like, for messages; also the whole list of variables that the API reads. */
const examples: Record<keyof z.infer<typeof schema>, string> = {
  AUSPEX_PORT: '4000',
  AUSPEX_HOST: '0.0.0.0',
  AUSPEX_DATA: './data',
  AUSPEX_SOURCES: 'auto',
  AUSPEX_CONTACT: 'research@example.org',
  AUSPEX_GOOGLE_NEWS: 'on',
  NCBI_API_KEY: '0a1b2c3d4e5f',
  OPENFDA_API_KEY: '0a1b2c3d4e5f',
  STACKEXCHANGE_KEY: '0a1b2c3d4e5f',
  AUSPEX_BLUESKY_STREAM: 'on',
  MASTODON_URL: 'https://mastodon.social',
  MASTODON_TOKEN: '0a1b2c3d4e5f',
  LEMMY_URL: 'https://lemmy.world',
  REDDIT_CREDENTIALS: 'client-id:0a1b2c3d',
  YOUTUBE_API_KEY: '0a1b2c3d4e5f',
  COINGECKO_API_KEY: 'CG-0a1b2c3d4e5f',
  ALPHA_VANTAGE_API_KEY: '0A1B2C3D4E5F',
  AUSPEX_PUBLIC_URL: 'https://auspex.example.org',
  AUSPEX_CORS_ORIGINS: 'https://app.example.org,https://other.example.org',
  AUSPEX_TRUST_PROXY: '1',
  AUSPEX_LOG_LEVEL: 'info',
  AUSPEX_REQUESTS_PER_MINUTE: '1200',
  AUSPEX_REPHRASER_URL: 'http://localhost:11434/v1',
  AUSPEX_REPHRASER_MODEL: 'llama3.2',
  AUSPEX_REPHRASER_KEY: 'a bearer token',
  DATABASE_URL: 'postgres://user@localhost:5432/auspex',
  OIDC_ISSUER: 'https://login.example.org/oauth2/default',
  OIDC_CLIENT_ID: 'auspex-web',
  OIDC_AUDIENCE: 'api://auspex',
  OIDC_SCOPES: 'openid profile email organization',
  OIDC_JWKS_URL: 'https://login.example.org/oauth2/default/v1/keys',
  OIDC_CLAIM_ORGANIZATION: 'organization',
  OIDC_CLAIM_ORGANIZATION_NAME: 'organization_name',
  OIDC_CLAIM_GROUPS: 'groups',
  OIDC_CLAIM_ROLES: 'roles,realm_access.roles',
  OIDC_CLAIM_EMAIL: 'email',
  OIDC_CLAIM_NAME: 'name',
}

/** Everything that an installation may choose, checked. */
export type Config = ReturnType<typeof toConfig>

/**
 * Reads the configuration. The only reader of the environment; an empty variable counts as absent, because that is
 * how compose files and shells unset one. Throws `ConfigError` for the first variable that cannot be used.
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const present = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const read = schema.safeParse(present)
  if (read.success) return toConfig(read.data)
  const [issue] = read.error.issues
  const variable = String(issue?.path[0]) as keyof typeof examples // the schema has no nested objects
  throw new ConfigError({ variable, problem: issue?.message ?? 'cannot be used', example: examples[variable] })
}

function toConfig(read: z.infer<typeof schema>) {
  const publicUrl = read.AUSPEX_PUBLIC_URL ?? new URL(`http://localhost:${read.AUSPEX_PORT}`)
  return {
    port: read.AUSPEX_PORT,
    host: read.AUSPEX_HOST,
    /** Absolute path of the data folder. */
    dataDir: resolve(read.AUSPEX_DATA),
    sources: read.AUSPEX_SOURCES,
    /** What sources are given; undefined for what nobody set. */
    sourceSettings: {
      contact: read.AUSPEX_CONTACT,
      googleNews: read.AUSPEX_GOOGLE_NEWS === 'on',
      ncbiKey: read.NCBI_API_KEY,
      openfdaKey: read.OPENFDA_API_KEY,
      stackExchangeKey: read.STACKEXCHANGE_KEY,
      mastodonUrl: read.MASTODON_URL?.origin,
      mastodonToken: read.MASTODON_TOKEN,
      lemmyUrl: read.LEMMY_URL?.origin,
      redditCredentials: read.REDDIT_CREDENTIALS,
      youtubeKey: read.YOUTUBE_API_KEY,
    },
    /** Whether posts of Bluesky are read as they are written, for what was searched lately. */
    blueskyStream: read.AUSPEX_BLUESKY_STREAM === 'on',
    /** Keys of price providers; undefined for those that nobody set. */
    priceKeys: { coingecko: read.COINGECKO_API_KEY, alphaVantage: read.ALPHA_VANTAGE_API_KEY },
    /** Names of the variables that say something other than off; never their values. */
    given: new Set(
      Object.entries(read).flatMap(([name, value]) => (value === undefined || value === 'off' ? [] : [name])),
    ),
    publicUrl,
    corsOrigins: read.AUSPEX_CORS_ORIGINS,
    /** Proxies that are believed about a caller's address; 0 for none. */
    trustProxy: read.AUSPEX_TRUST_PROXY,
    logLevel: read.AUSPEX_LOG_LEVEL,
    requestsPerMinute: read.AUSPEX_REQUESTS_PER_MINUTE,
    /** A language model that may reword summaries; null for none. Its answers are checked sentence by sentence. */
    rephraser:
      read.AUSPEX_REPHRASER_URL === undefined
        ? null
        : {
            url: read.AUSPEX_REPHRASER_URL,
            model: read.AUSPEX_REPHRASER_MODEL,
            key: read.AUSPEX_REPHRASER_KEY ?? null,
          },
    /** A PostgreSQL server; undefined for the embedded engine. */
    databaseUrl: read.DATABASE_URL,
    oidc: {
      /** Whether an own provider is named; otherwise the embedded one signs people in. */
      isExternal: read.OIDC_ISSUER !== undefined,
      issuer: read.OIDC_ISSUER ?? new URL('/identity', publicUrl).href,
      clientId: read.OIDC_CLIENT_ID,
      audience: read.OIDC_AUDIENCE,
      scopes: read.OIDC_SCOPES,
      jwksUrl: read.OIDC_JWKS_URL,
      claimPaths: {
        organization: read.OIDC_CLAIM_ORGANIZATION,
        organizationName: read.OIDC_CLAIM_ORGANIZATION_NAME,
        groups: read.OIDC_CLAIM_GROUPS,
        roles: read.OIDC_CLAIM_ROLES,
        email: read.OIDC_CLAIM_EMAIL,
        name: read.OIDC_CLAIM_NAME,
      },
    },
  }
}
