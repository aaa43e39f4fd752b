import { type Config, ConfigError } from '@auspex/api'

/** Throws if a setting is missing that a separate host requires; elsewhere each of them has a default. */
export function ensureOwnHost(config: Config): void {
  if (config.databaseUrl === undefined)
    throw new ConfigError({
      variable: 'DATABASE_URL',
      problem: 'is missing: the assistant shares the PostgreSQL of the product',
      example: 'postgres://user@localhost:5432/auspex',
    })
  if (config.apiUrl === null)
    throw new ConfigError({
      variable: 'AUSPEX_API_URL',
      problem: 'is missing: the assistant asks the API of the product',
      example: 'https://auspex.example.org/api',
    })
  if (!config.oidc.isExternal)
    throw new ConfigError({
      variable: 'OIDC_ISSUER',
      problem: 'is missing: it says whose tokens are believed',
      example: 'https://auspex.example.org/identity',
    })
}
