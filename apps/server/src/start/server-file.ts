import type { Role } from '@auspex/api'
import { type Config, ConfigError } from '@auspex/api/config'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const serverFileSchema = z.object({ pid: z.number(), url: z.string(), issuer: z.string() })
export type ServerFile = z.infer<typeof serverFileSchema>

function pathIn(dataDir: string): string {
  return join(dataDir, 'server.json')
}

/** Stores the address of the server that owns a data folder, for other commands of the same installation. */
export function writeServerFile(dataDir: string, content: ServerFile): void {
  writeFileSync(pathIn(dataDir), JSON.stringify(content))
}

export function removeServerFile(dataDir: string): void {
  rmSync(pathIn(dataDir), { force: true })
}

/** The server that last owned the folder; it may have died since. */
export function readServerFile(dataDir: string): ServerFile | null {
  const path = pathIn(dataDir)
  return existsSync(path) ? serverFileSchema.parse(JSON.parse(readFileSync(path, 'utf8'))) : null
}

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
