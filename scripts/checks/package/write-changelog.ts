/**
 * Usage: node scripts/checks/package/write-changelog.ts. Runs in the folder of the package being packed and writes its changelog: the parts of
 * docs/CHANGELOG.md for developers, including how to migrate.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { changelogOfPackage } from './changelog.ts'

const changelogPath = fileURLToPath(new URL('../../../docs/CHANGELOG.md', import.meta.url))
writeFileSync('CHANGELOG.md', changelogOfPackage(readFileSync(changelogPath, 'utf8')))
