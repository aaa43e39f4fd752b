/**
 * Usage: node scripts/checks/package/write-changelog.ts. Writes the changelog of the package that is being packed, in whose folder it runs: what
 * docs/CHANGELOG.md tells those who build on it, and how to move.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { changelogOfPackage } from './changelog.ts'

const whole = fileURLToPath(new URL('../../../docs/CHANGELOG.md', import.meta.url))
writeFileSync('CHANGELOG.md', changelogOfPackage(readFileSync(whole, 'utf8')))
