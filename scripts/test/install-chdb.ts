import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** As `apps/api/src/adapters/clickhouse/find-chdb.ts` names it. */
const chdb = 'chdb@3.4.0'
const folder = join('node_modules', '.cache', 'chdb')

/**
 * Where npm's `chdb` is: in the folder of AUSPEX_CHDB, or in one of this checkout, where it is installed the first time (546 MB). No dependency
 * names it, because only documents in ClickHouse without a server need it. Throws what npm says.
 */
export async function installChdb(): Promise<string> {
  const own = process.env['AUSPEX_CHDB']
  if (own !== undefined) return own
  if (!existsSync(join(folder, 'node_modules', 'chdb')))
    await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, chdb])
  return join(process.cwd(), folder)
}
