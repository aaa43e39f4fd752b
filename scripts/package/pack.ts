import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { capture } from './capture.ts'

export const sdkFolder = 'packages/sdk'

/** Builds the SDK and packs it as it would be published, into a folder outside the checkout. */
export const packSdk = async (): Promise<string> => {
  rmSync(join(sdkFolder, 'dist'), { recursive: true, force: true })
  await capture('pnpm', ['--filter', '@auspex/sdk', 'build'])
  const folder = mkdtempSync(join(tmpdir(), 'auspex-sdk-'))
  await capture('pnpm', ['pack', '--pack-destination', folder], { cwd: sdkFolder })
  const tarball = readdirSync(folder).find((file) => file.endsWith('.tgz'))
  if (tarball === undefined) throw new Error('pnpm pack wrote no tarball')
  return join(folder, tarball)
}
