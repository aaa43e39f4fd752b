import { createRequire } from 'node:module'
import { join } from 'node:path'

/** What chdb this engine was written and measured with. */
const chdbVersion = '3.4.0'

/**
 * Where npm's `chdb` is, or a sentence that says how to get it. It is 546 MB, so nothing of this project installs it:
 * `AUSPEX_CHDB` names a folder of its own.
 */
export function findChdb(env: NodeJS.ProcessEnv = process.env): { path: string } | { missing: string } {
  const folder = env['AUSPEX_CHDB']
  const install = `npm install --prefix FOLDER chdb@${chdbVersion}, and set AUSPEX_CHDB=FOLDER`
  if (folder === undefined) return { missing: `chdb is not installed: ${install}` }
  try {
    return { path: createRequire(join(folder, 'package.json')).resolve('chdb') }
  } catch {
    return { missing: `there is no chdb in ${folder}: ${install}` }
  }
}
