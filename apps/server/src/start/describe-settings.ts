import type { Config, SecurityFacts } from '@auspex/api'

/** The settings that say who may come in and from where, for the security log: two starts that differ show what was changed. No secrets. */
export function describeSettings(config: Config): SecurityFacts {
  return {
    publicUrl: config.publicUrl.origin,
    host: config.host,
    signIn: config.oidc.isExternal ? new URL(config.oidc.issuer).host : 'embedded',
    audience: config.oidc.audience,
    corsOrigins: config.corsOrigins,
    trustProxy: String(config.trustProxy),
    requestsPerMinute: config.requestsPerMinute,
    database: config.databaseUrl === undefined ? 'embedded' : 'postgresql',
    documents: config.documentsUrl === undefined ? 'database' : config.documentsUrl.split(':', 1).join(''),
    sources: config.sources,
  }
}
