import { createRequire } from 'node:module'
import { join } from 'node:path'

/** The version of chdb that this engine was written and measured with. */
const chdbVersion = '3.4.0'

/**
 * Finds npm's `chdb`, or returns a sentence that says how to get it. It is 546 MB, so this project does not install it: `AUSPEX_CHDB` names a
 * separate folder.
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
