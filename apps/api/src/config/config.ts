import { resolve } from 'node:path'
import { readModelSettings } from '@auspex/analyst'
import { sourceSettings, type SourceSettings } from '@auspex/sources'
import { z } from 'zod'
import { defaultClaimPaths } from '../adapters/identity/claim-paths.ts'
import { logLevels } from '../kernel/logger.ts'
import { ConfigError } from './config-error.ts'
import { encryptionKey, httpUrl, issuerUrl, list, originList, proxyTrust, secretText, wholeNumber } from './fields.ts'

const documentPlaces = /^(chdb:[^,]+|clickhouses?:\/\/[^,]+)(,(chdb:[^,]+|clickhouses?:\/\/[^,]+))*$/

const schema = z.object({
  AUSPEX_PORT: wholeNumber(0, 65_535).default(4000),
  AUSPEX_HOST: z.string().default('127.0.0.1'),
  AUSPEX_DATA: z.string().default('./data'),
  AUSPEX_SOURCES: z.enum(['auto', 'live', 'demo'], 'must be auto, live or demo').default('auto'),
  AUSPEX_PUBLIC_URL: httpUrl.optional(),
  AUSPEX_CORS_ORIGINS: originList.default([]),
  AUSPEX_TRUST_PROXY: proxyTrust.default(0),
  AUSPEX_LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
  AUSPEX_REQUESTS_PER_MINUTE: wholeNumber(1, 1_000_000).default(1200),
  AUSPEX_DRAIN_SECONDS: wholeNumber(0, 300).default(0),
  AUSPEX_METRICS_PORT: wholeNumber(1, 65_535).optional(),
  AUSPEX_METRICS_TOKEN: secretText.optional(),
  AUSPEX_ENCRYPTION_KEY: encryptionKey.optional(),
  AUSPEX_SESSION_DAYS: wholeNumber(1, 400).default(90),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  AUSPEX_ACTIVITY: z.enum(['on', 'off'], 'must be on or off').default('on'),
  AUSPEX_ZEUS_RUNS_PER_DAY: wholeNumber(0, 1_000_000).default(500),
  AUSPEX_ZEUS_TOKENS_PER_DAY: wholeNumber(1, 1_000_000_000).optional(),
  AUSPEX_API_URL: httpUrl.optional(),
  AUSPEX_MODEL_URL: httpUrl.optional(),
  AUSPEX_MODEL_NAME: z.string().optional(),
  AUSPEX_MODEL_KEY: z.string().optional(),
  AUSPEX_REPHRASER_URL: httpUrl.optional(),
  AUSPEX_REPHRASER_MODEL: z.string().default('default'),
  AUSPEX_REPHRASER_KEY: z.string().optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must be an address of PostgreSQL')
    .optional(),
  AUSPEX_DOCUMENTS: z
    .string()
    .regex(documentPlaces, 'must name where documents lie: chdb:FOLDER or clickhouse://HOST, several with commas')
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

/** The variables that sources read, as each source describes them. */
const sourceSchema = z.object(
  Object.fromEntries(Object.entries(sourceSettings).map(([name, { schema: field }]) => [name, field.optional()])),
)

/** What a good value looks like, for messages; with those of the sources the whole list of variables that the API reads. */
const examples: Record<keyof z.infer<typeof schema>, string> = {
  AUSPEX_PORT: '4000',
  AUSPEX_HOST: '0.0.0.0',
  AUSPEX_DATA: './data',
  AUSPEX_SOURCES: 'auto',
  AUSPEX_PUBLIC_URL: 'https://auspex.example.org',
  AUSPEX_CORS_ORIGINS: 'https://app.example.org,https://other.example.org',
  AUSPEX_TRUST_PROXY: '1',
  AUSPEX_LOG_LEVEL: 'info',
  AUSPEX_REQUESTS_PER_MINUTE: '1200',
  AUSPEX_DRAIN_SECONDS: '10',
  AUSPEX_METRICS_PORT: '9464',
  AUSPEX_METRICS_TOKEN: 'at least 16 characters',
  AUSPEX_ENCRYPTION_KEY: 'what openssl rand -base64 32 prints',
  AUSPEX_SESSION_DAYS: '90',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318',
  AUSPEX_ACTIVITY: 'off',
  AUSPEX_ZEUS_RUNS_PER_DAY: '500',
  AUSPEX_ZEUS_TOKENS_PER_DAY: '2000000',
  AUSPEX_API_URL: 'https://auspex.example.org/api',
  AUSPEX_MODEL_URL: 'http://localhost:11434/v1',
  AUSPEX_MODEL_NAME: 'llama3.2',
  AUSPEX_MODEL_KEY: 'a bearer token',
  AUSPEX_REPHRASER_URL: 'http://localhost:11434/v1',
  AUSPEX_REPHRASER_MODEL: 'llama3.2',
  AUSPEX_REPHRASER_KEY: 'a bearer token',
  DATABASE_URL: 'postgres://user@localhost:5432/auspex',
  AUSPEX_DOCUMENTS: 'clickhouse://user@localhost:8123/auspex',
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

/** Every variable that is read here; docs/operations.md says what each means. */
export const settingNames: readonly string[] = [...Object.keys(examples), ...Object.keys(sourceSettings)]

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
  if (!read.success) throw refuse(read.error)
  const settings = sourceSchema.safeParse(present)
  if (!settings.success) throw refuse(settings.error)
  const { AUSPEX_MODEL_URL: url, AUSPEX_MODEL_NAME: name, AUSPEX_MODEL_KEY: key } = read.data
  if ((url === undefined) !== (name === undefined) || (key !== undefined && url === undefined))
    throw halfModel(url === undefined ? 'AUSPEX_MODEL_URL' : 'AUSPEX_MODEL_NAME')
  return toConfig(read.data, settings.data)
}

function refuse({ issues: [issue] }: z.ZodError): ConfigError {
  const variable = String(issue?.path[0])
  const known: Readonly<Record<string, string>> = examples
  const example = known[variable] ?? sourceSettings[variable]?.example ?? ''
  return new ConfigError({ variable, problem: issue?.message ?? 'cannot be used', example })
}

function halfModel(variable: 'AUSPEX_MODEL_URL' | 'AUSPEX_MODEL_NAME'): ConfigError {
  return new ConfigError({ variable, problem: 'is missing for the language model', example: examples[variable] })
}

function toConfig(read: z.infer<typeof schema>, settings: SourceSettings) {
  const entries = Object.entries({ ...read, ...settings }).filter(([, value]) => value !== undefined && value !== 'off')
  const publicUrl = read.AUSPEX_PUBLIC_URL ?? new URL(`http://localhost:${read.AUSPEX_PORT}`)
  return {
    port: read.AUSPEX_PORT,
    host: read.AUSPEX_HOST,
    /** Absolute path of the data folder. */
    dataDir: resolve(read.AUSPEX_DATA),
    sources: read.AUSPEX_SOURCES,
    /** What sources are given, by the names of the variables; absent for what nobody set or somebody switched off. */
    sourceSettings: Object.fromEntries(entries.filter(([name]) => name in settings)) as SourceSettings,
    /** Names of the variables that say something other than off; never their values. */
    settingNames: new Set(entries.map(([name]) => name)),
    publicUrl,
    corsOrigins: read.AUSPEX_CORS_ORIGINS,
    /** Proxies that are believed about a caller's address; 0 for none. */
    trustProxy: read.AUSPEX_TRUST_PROXY,
    logLevel: read.AUSPEX_LOG_LEVEL,
    requestsPerMinute: read.AUSPEX_REQUESTS_PER_MINUTE,
    /** How long a process that stops still takes requests, so that a balancer sees that it is not ready. */
    drainSeconds: read.AUSPEX_DRAIN_SECONDS,
    /** Where Prometheus reads: a port of this machine alone, the public port with a token, both or neither. */
    metrics: { port: read.AUSPEX_METRICS_PORT ?? null, token: read.AUSPEX_METRICS_TOKEN ?? null },
    /** The collector that is sent traces (OTLP over HTTP); null for none. */
    tracesUrl: read.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    /** Encrypts what the embedded provider keeps secret in the database; null to store it as it is. */
    encryptionKey: read.AUSPEX_ENCRYPTION_KEY ?? null,
    /** Days after which somebody signs in again at the embedded provider, however much they were there. */
    sessionDays: read.AUSPEX_SESSION_DAYS,
    /** Whether what people do in the app is kept. */
    isActivityRecorded: read.AUSPEX_ACTIVITY === 'on',
    /** What one person may use of Zeus in a day; tokens without a limit when null. */
    zeus: { runsPerDay: read.AUSPEX_ZEUS_RUNS_PER_DAY, tokensPerDay: read.AUSPEX_ZEUS_TOKENS_PER_DAY ?? null },
    /** The language model that words the answers of Zeus; null for the built-in analyst. */
    model: readModelSettings({
      AUSPEX_MODEL_URL: read.AUSPEX_MODEL_URL?.href,
      AUSPEX_MODEL_NAME: read.AUSPEX_MODEL_NAME,
      AUSPEX_MODEL_KEY: read.AUSPEX_MODEL_KEY,
    }),
    /** Where Zeus calls the product API; null when this process is it. */
    apiUrl: read.AUSPEX_API_URL ?? null,
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
    /** Where documents lie beside the database (`chdb:FOLDER`, `clickhouse://…`, several with commas); undefined for in it. */
    documentsUrl: read.AUSPEX_DOCUMENTS,
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
