import { type Config, ConfigError, type Role } from '@auspex/api'

export const roles: readonly Role[] = ['all', 'api', 'worker', 'assistant']

/** The role given as `--role ROLE` or `--role=ROLE`; null for invalid arguments. */
export function readRole(args: readonly string[]): Role | null {
  const [name, value, ...extraArgs] = args.flatMap((arg) => arg.split('='))
  if (name === undefined) return 'all'
  if (name !== '--role' || extraArgs.length > 0) return null
  return roles.find((role) => role === value) ?? null
}

/** Processes that share work must share a database, and documents that more than one process can reach. */
export function ensureShared(
  role: Role,
  { databaseUrl, documentsUrl }: Pick<Config, 'databaseUrl' | 'documentsUrl'>,
): void {
  if (role === 'all') return
  if (documentsUrl?.includes('chdb:') === true)
    throw new ConfigError({
      variable: 'AUSPEX_DOCUMENTS',
      problem: `names a folder that one process opens; a process with the role ${role} shares the documents of the others`,
      example: 'clickhouse://user@localhost:8123/auspex',
    })
  if (databaseUrl !== undefined) return
  throw new ConfigError({
    variable: 'DATABASE_URL',
    problem: `is missing: a process with the role ${role} shares the PostgreSQL of the others`,
    example: 'postgres://user@localhost:5432/auspex',
  })
}
