import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** The same version that `apps/api/src/adapters/clickhouse/find-chdb.ts` names. */
const chdb = 'chdb@3.4.0'
const folder = join('node_modules', '.cache', 'chdb')

/**
 * Returns the folder of npm's `chdb`: that of AUSPEX_CHDB, or one in this checkout, where it is installed on first use (546 MB). It is not a
 * dependency, because only a library in ClickHouse without a server needs it. Throws npm's error output.
 */
export async function installChdb(): Promise<string> {
  const configuredFolder = process.env['AUSPEX_CHDB']
  if (configuredFolder !== undefined) return configuredFolder
  if (!existsSync(join(folder, 'node_modules', 'chdb')))
    await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, chdb])
  return join(process.cwd(), folder)
}
