/**
 * Usage: node scripts/checks/release/version-bump.ts [--record]. Prints the version that the contract's changes since the last release require,
 * and fails if the contract or the SDK has a lower one. --record stores the bundle as the last release.
 */
import { copyFileSync, readFileSync } from 'node:fs'
import { diffContracts } from './diff-contracts.ts'
import { isAtLeast, nextVersion } from './next-version.ts'

const releasedContract = 'openapi/released.gen.json'
const currentContract = 'openapi/openapi.gen.json'

function versionIn(file: string): string {
  const { info, version } = JSON.parse(readFileSync(file, 'utf8')) as { info?: { version: string }; version?: string } // a contract or a package
  return info?.version ?? version ?? 'none'
}

const { bump, counts, breaking } = diffContracts({
  base: releasedContract,
  revision: currentContract,
  config: 'openapi/redocly.yaml',
})
const last = versionIn(releasedContract)
const least = nextVersion(last, bump)
const versions = { contract: versionIn(currentContract), SDK: versionIn('packages/sdk/package.json') }
console.log(
  `Since ${last}: ${counts.major} breaking, ${counts.minor} adding and ${counts.patch} other changes: ${bump}, so ${least} or later; contract ${versions.contract}, SDK ${versions.SDK}`,
)
const behind = Object.entries(versions).filter(([, version]) => !isAtLeast(version, least))
if (behind.length > 0) {
  for (const [name, version] of behind) console.error(`The ${name} says ${version}; it has to be ${least} or later.`)
  console.error(breaking.slice(0, 20).join('\n'))
  process.exit(1)
}

const followers = Object.fromEntries(
  ['tools', 'mcp', 'mock-server'].map((name) => [name, versionIn(`packages/${name}/package.json`)]),
)
const mismatchedVersions = Object.entries({ SDK: versions.SDK, ...followers }).filter(
  ([, version]) => version !== versions.contract,
)
if (mismatchedVersions.length > 0) {
  const versionList = mismatchedVersions.map(([name, version]) => `${name} ${version}`).join(', ')
  console.error(`The contract and what is made of it are released together, as ${versions.contract}: ${versionList}.`)
  process.exit(1)
}

if (process.argv.includes('--record')) {
  copyFileSync(currentContract, releasedContract)
  console.log(`${releasedContract} is ${versions.contract} now`)
}
