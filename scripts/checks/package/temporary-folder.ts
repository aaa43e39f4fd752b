import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Creates a folder outside the checkout that is deleted when this program exits. */
export function makeTemporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `auspex-${name}-`))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
