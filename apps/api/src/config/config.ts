import { readModelSettings } from '@auspex/analyst/settings'
import { sourceSettings, type SourceSettings } from '@auspex/sources'
import { compile } from '@fastify/proxy-addr'
import { resolve } from 'node:path'
import { z } from 'zod'
import { defaultClaimPaths } from '../adapters/identity/claim-paths.ts'
import { logLevels } from '../kernel/logger.ts'
import { ConfigError } from './config-error.ts'

export { ConfigError } from './config-error.ts'

/** An http(s) address. Rejects anything else (a path, `localhost:4000`) with the reason as a message. */
const httpUrl = z.string().transform((text, context) => {
  const url = URL.parse(text)
  if (url !== null && (url.protocol === 'http:' || url.protocol === 'https:')) return url
  context.addIssue({ code: 'custom', message: 'must be an http or https address' })
  return z.NEVER
})

/** OpenID Connect issuer. An admin console's host is a mistake that the providers' own libraries reject as well. */
const issuerUrl = httpUrl
  .refine((url) => !/(^|[.-])admin\./.test(url.hostname), 'must not be the address of an admin console')
  .transform((url) => url.href.replace(/\/$/, ''))

/** Items separated by commas or spaces. */
const list = z.string().transform((text) => text.split(/[\s,]+/).filter((item) => item !== ''))

/** Origins separated by commas or spaces; each must be exactly an origin, or it would never equal a browser's. */
const originList = list.refine(
  (origins) => origins.every((origin) => URL.parse(origin)?.origin === origin),
  'must be origins: scheme, host and port, without a path or a slash at the end',
)

/** Proxies that are trusted to report a caller's address: a number of hops, or addresses, ranges and names of ranges. */
const proxyTrust = z.string().transform((text, context): number | string[] => {
  if (/^\d{1,2}$/.test(text)) return Number(text)
  const addresses = text.split(/[\s,]+/).filter((address) => address !== '')
  try {
    // the library reads 300 as the address 0.0.1.44, which is never intended
    if (addresses.some((address) => /^\d+$/.test(address))) throw new TypeError('A lone number among addresses')
    compile(addresses)
    return addresses
  } catch {
    context.addIssue({ code: 'custom', message: 'must be a number of hops, or addresses and ranges' })
    return z.NEVER
  }
})

/** An unguessable secret. */
const secretText = z.string().min(16, 'must have at least 16 characters')

/** A 256-bit key, in base64 or base64url. */
const encryptionKey = z.string().transform((text, context): Buffer => {
  const key = Buffer.from(text, 'base64')
  if (/^[\w+/-]{43}=?$/.test(text) && key.length === 32) return key
  context.addIssue({ code: 'custom', message: 'must be 32 bytes in base64' })
  return z.NEVER
})

/** A mail server. Encryption is required, except on this machine, unless the address says otherwise. */
const smtpUrl = z.string().transform((text, context) => {
  const url = URL.parse(text)
  const chosen = url?.searchParams.get('tls') ?? null
  const tls = (['required', 'optional', 'off'] as const).find((mode) => mode === chosen)
  const isSmtp = url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== ''
  if (!isSmtp || (chosen !== null && tls === undefined)) {
    context.addIssue({ code: 'custom', message: 'must be an address such as smtps://user:password@host' })
    return z.NEVER
  }
  const isImplicit = url.protocol === 'smtps:'
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? (isImplicit ? 465 : 587) : Number(url.port),
    tls: isImplicit ? ('implicit' as const) : (tls ?? (isLocal ? 'optional' : 'required')),
    login:
      url.username === ''
        ? null
        : { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) },
  }
})

/** `alerts@example.org` or `Auspex <alerts@example.org>`. */
const mailbox = z.string().transform((text, context) => {
  const parts = /^(?:([^<>\r\n]*)<)?([^\s<>@]+@[^\s<>@]+)>?$/.exec(text.trim())
  if (parts?.[2] !== undefined) return { name: parts[1]?.replaceAll('"', '').trim() || null, address: parts[2] }
  context.addIssue({ code: 'custom', message: 'must be an email address, with or without a name' })
  return z.NEVER
})

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
  AUSPEX_SMTP_URL: smtpUrl.optional(),
  AUSPEX_MAIL_FROM: mailbox.optional(),
  AUSPEX_DELIVERY_HOSTS: list.optional(),
  AUSPEX_DELIVERY_MAIL_DOMAINS: list.optional(),
  AUSPEX_DELIVERY_PER_DAY: wholeNumber(1, 1_000_000).optional(),
  AUSPEX_DELIVERY_BY: z.enum(['everyone', 'administrators'], 'must be everyone or administrators').default('everyone'),
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

/** The variables that sources read, as described by each source. */
const sourceSchema = z.object(
  Object.fromEntries(Object.entries(sourceSettings).map(([name, { schema: field }]) => [name, field.optional()])),
)

/** Example values for messages; together with those of the sources, the full list of variables that the API reads. */
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
  AUSPEX_SMTP_URL: 'smtps://user:password@mail.example.org',
  AUSPEX_MAIL_FROM: 'Auspex <auspex@example.org>',
  AUSPEX_DELIVERY_HOSTS: 'hooks.slack.com,*.webhook.office.com',
  AUSPEX_DELIVERY_MAIL_DOMAINS: 'example.org',
  AUSPEX_DELIVERY_PER_DAY: '50',
  AUSPEX_DELIVERY_BY: 'administrators',
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

/** Every variable that is read here; docs/operations.md documents each. */
export const settingNames: readonly string[] = [...Object.keys(examples), ...Object.keys(sourceSettings)]

/** All settings of an installation, validated. */
export type Config = ReturnType<typeof toConfig>

/**
 * Reads the configuration. The only reader of the environment; an empty variable counts as absent, because that is how compose files and shells unset
 * one. Throws `ConfigError` for the first unusable variable.
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const present = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const variables = schema.safeParse(present)
  if (!variables.success) throw refuse(variables.error)
  const settings = sourceSchema.safeParse(present)
  if (!settings.success) throw refuse(settings.error)
  const { AUSPEX_MODEL_URL: url, AUSPEX_MODEL_NAME: name, AUSPEX_MODEL_KEY: key } = variables.data
  if ((url === undefined) !== (name === undefined) || (key !== undefined && url === undefined))
    throw halfModel(url === undefined ? 'AUSPEX_MODEL_URL' : 'AUSPEX_MODEL_NAME')
  if ((variables.data.AUSPEX_SMTP_URL === undefined) !== (variables.data.AUSPEX_MAIL_FROM === undefined))
    throw halfMail(variables.data.AUSPEX_SMTP_URL === undefined ? 'AUSPEX_SMTP_URL' : 'AUSPEX_MAIL_FROM')
  return toConfig(variables.data, settings.data)
}

function refuse({ issues: [issue] }: z.ZodError): ConfigError {
  const variable = String(issue?.path[0])
  const exampleByName: Readonly<Record<string, string>> = examples
  const example = exampleByName[variable] ?? sourceSettings[variable]?.example ?? ''
  return new ConfigError({ variable, problem: issue?.message ?? 'cannot be used', example })
}

function halfModel(variable: 'AUSPEX_MODEL_URL' | 'AUSPEX_MODEL_NAME'): ConfigError {
  return new ConfigError({ variable, problem: 'is missing for the language model', example: examples[variable] })
}

function halfMail(variable: 'AUSPEX_SMTP_URL' | 'AUSPEX_MAIL_FROM'): ConfigError {
  return new ConfigError({ variable, problem: 'is missing to send emails', example: examples[variable] })
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
    /** Settings of sources by variable name; absent when unset or switched off. */
    sourceSettings: Object.fromEntries(entries.filter(([name]) => name in settings)) as SourceSettings,
    /** Names of the variables that are set and not off; never their values. */
    settingNames: new Set(entries.map(([name]) => name)),
    publicUrl,
    corsOrigins: read.AUSPEX_CORS_ORIGINS,
    /** Proxies that are trusted to report a caller's address; 0 for none. */
    trustProxy: read.AUSPEX_TRUST_PROXY,
    logLevel: read.AUSPEX_LOG_LEVEL,
    requestsPerMinute: read.AUSPEX_REQUESTS_PER_MINUTE,
    /** How long a stopping process still accepts requests, so that a load balancer notices that it is not ready. */
    drainSeconds: read.AUSPEX_DRAIN_SECONDS,
    /** Where Prometheus reads: a port of this machine only, the public port with a token, both or neither. */
    metrics: { port: read.AUSPEX_METRICS_PORT ?? null, token: read.AUSPEX_METRICS_TOKEN ?? null },
    /** The collector that receives traces (OTLP over HTTP); null for none. */
    tracesUrl: read.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    /** Encrypts the embedded provider's secrets in the database; null to store them in plain text. */
    encryptionKey: read.AUSPEX_ENCRYPTION_KEY ?? null,
    /** Days after which a person must sign in again at the embedded provider, however active they were. */
    sessionDays: read.AUSPEX_SESSION_DAYS,
    /** The mail server, and who emails are from; null for none. */
    mail:
      read.AUSPEX_SMTP_URL === undefined || read.AUSPEX_MAIL_FROM === undefined
        ? null
        : { ...read.AUSPEX_SMTP_URL, from: read.AUSPEX_MAIL_FROM },
    /** What may be sent out of the installation. */
    delivery: {
      hosts: read.AUSPEX_DELIVERY_HOSTS?.map((host) => host.toLowerCase()) ?? null,
      mailDomains: read.AUSPEX_DELIVERY_MAIL_DOMAINS?.map((domain) => domain.toLowerCase()) ?? null,
      perDay: read.AUSPEX_DELIVERY_PER_DAY ?? null,
      isForAdministrators: read.AUSPEX_DELIVERY_BY === 'administrators',
    },
    /** Whether people's activity in the app is recorded. */
    isActivityRecorded: read.AUSPEX_ACTIVITY === 'on',
    /** How much one person may use Zeus per day; no token limit when null. */
    zeus: { runsPerDay: read.AUSPEX_ZEUS_RUNS_PER_DAY, tokensPerDay: read.AUSPEX_ZEUS_TOKENS_PER_DAY ?? null },
    /** The language model that phrases the answers of Zeus; null for the built-in analyst. */
    model: readModelSettings({
      AUSPEX_MODEL_URL: read.AUSPEX_MODEL_URL?.href,
      AUSPEX_MODEL_NAME: read.AUSPEX_MODEL_NAME,
      AUSPEX_MODEL_KEY: read.AUSPEX_MODEL_KEY,
    }),
    /** Where Zeus calls the product API; null when it is in this process. */
    apiUrl: read.AUSPEX_API_URL ?? null,
    /** A language model that may rephrase summaries; null for none. Its output is checked sentence by sentence. */
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
    /** A separate store of documents (`chdb:FOLDER`, `clickhouse://…`, several separated by commas); undefined when they are in the database. */
    documentsUrl: read.AUSPEX_DOCUMENTS,
    oidc: {
      /** Whether a provider is configured; otherwise people sign in with the embedded one. */
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

/** A whole number written in digits. */
function wholeNumber(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}`
  return z
    .string()
    .regex(/^\d+$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message)
}
