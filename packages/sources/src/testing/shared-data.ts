import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Returns a folder of real recorded data outside the repository, or null (with a printed reason) when this machine does
 * not have it. `AUSPEX_SHARED_DATA` sets its location.
 */
export function sharedData(folder: string): string | null {
  const root = process.env.AUSPEX_SHARED_DATA ?? join(import.meta.dirname, '../../../../../shared/data')
  const path = join(root, folder)
  if (existsSync(path)) return path
  console.info(`Skipped: no real data at ${folder}; set AUSPEX_SHARED_DATA to test with it.`)
  return null
}
