/**
 * Usage: node scripts/checks/release/version-bump.ts [--record]. Prints the version that the contract's changes since the last release require,
 * and fails if the contract or the SDK has a lower one. --record stores the bundle as the last release.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, readFileSync } from 'node:fs'
import { z } from 'zod'

/** The version bump that a set of changes requires (semver 2.0). */
type Bump = 'none' | 'patch' | 'minor' | 'major'

type Version = readonly [major: number, minor: number, patch: number]

/**
 * The lowest version that may follow `released`. Before 1.0.0 everything moves down one place, matching npm's caret: a breaking change
 * raises the minor, an addition raises the patch. Throws for a text that is not a plain version.
 */
function nextVersion(released: string, bump: Bump): string {
  const [major, minor, patch] = parseVersion(released)
  const isStable = major > 0
  if (bump === 'none') return released
  if (bump === 'major') return isStable ? `${major + 1}.0.0` : `0.${minor + 1}.0`
  if (bump === 'minor' && isStable) return `${major}.${minor + 1}.0`
  return `${major}.${minor}.${patch + 1}`
}

/** Whether `version` is `least` or later. */
function isAtLeast(version: string, least: string): boolean {
  const [left, right] = [parseVersion(version), parseVersion(least)]
  const difference = left.map((part, index) => part - (right[index] ?? 0)).find((part) => part !== 0)
  return (difference ?? 0) >= 0
}

function parseVersion(text: string): Version {
  const match = /^(\d+)\.(\d+)\.(\d+)$/.exec(text)
  if (match === null) throw new Error(`"${text}" is not a version of three numbers`)
  return [Number(match[1]), Number(match[2]), Number(match[3])]
}

/** The part of Redocly's report (2.77, reportVersion 1) that determines a version. */
const reportSchema = z.object({
  // absent if nothing changed
  bump: z.enum(['patch', 'minor', 'major']).optional(),
  summary: z.object({ major: z.number(), minor: z.number(), patch: z.number() }),
  changes: z.array(
    z.object({ path: z.string(), impact: z.string(), verdicts: z.array(z.object({ message: z.string() })) }),
  ),
})

interface ContractDiff {
  bump: Bump
  /** How many changes are breaking, additive, or neither. */
  counts: { major: number; minor: number; patch: number }
  /** Each breaking change, with its place. */
  breaking: string[]
}

/** Compares two bundled contracts with Redocly's rules, which `config` enables. */
function diffContracts({ base, revision, config }: Record<'base' | 'revision' | 'config', string>): ContractDiff {
  const text = execFileSync(
    'redocly',
    ['diff', base, revision, '--config', config, '--format=json', '--fail-on=none'],
    {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 256 * 1024 * 1024,
    },
  )
  const { bump, summary, changes } = reportSchema.parse(JSON.parse(text))
  const breaking = changes
    .filter(({ impact }) => impact === 'major')
    .flatMap(({ path, verdicts }) => verdicts.map(({ message }) => `${path}: ${message}`))
  return { bump: bump ?? 'none', counts: summary, breaking }
}

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
