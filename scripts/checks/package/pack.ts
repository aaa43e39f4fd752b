/**
 * Usage: npm run package [-- FOLDER]. Writes the tarballs that other teams install until the packages are published, or put into a registry of their
 * own: the SDK, the tools, the MCP server (which installs alone) and the mock server.
 */
import { copyFileSync, mkdirSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { packMcp, packPackage } from './consumer.ts'

const target = resolve(process.env.AUSPEX_INVOKED_FROM ?? '.', process.argv[2] ?? 'tarballs')
mkdirSync(target, { recursive: true })
const tarballs = [
  await packPackage('packages/sdk'),
  await packPackage('packages/tools'),
  await packMcp(),
  await packPackage('packages/mock-server'),
]
for (const tarball of tarballs) {
  copyFileSync(tarball, join(target, basename(tarball)))
  console.log(join(target, basename(tarball)))
}
