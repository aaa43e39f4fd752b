import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { capture } from './capture.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

export const sdkFolder = 'packages/sdk'
export const mcpFolder = 'packages/mcp'
export const toolsFolder = 'packages/tools'

/** Builds and packs a package as it would be published, into a folder outside the checkout. */
export async function packPackage(folder: string): Promise<string> {
  rmSync(join(folder, 'dist'), { recursive: true, force: true })
  const target = makeTemporaryFolder('pack')
  await capture('pnpm', ['pack', '--pack-destination', target], { cwd: folder })
  const tarball = readdirSync(target).find((file) => file.endsWith('.tgz'))
  if (tarball === undefined) throw new Error(`pnpm pack wrote no tarball of ${folder}`)
  return join(target, tarball)
}
