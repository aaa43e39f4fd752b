/**
 * Usage: node scripts/checks/release/version-bump.ts [--record]. Prints the version that the contract's changes since the last release require,
 * and fails if the contract or what is made of it has another one. --record stores the bundle as the last release.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { finish } from '../harness/process.ts'

/** The part of Redocly's report (2.77, reportVersion 1) that determines a version. */
const reportSchema = z.object({
  bump: z.enum(['none', 'patch', 'minor', 'major']).default('none'), // absent if nothing changed
  summary: z.object({ major: z.number(), minor: z.number(), patch: z.number() }),
  changes: z.array(
    z.object({ path: z.string(), impact: z.string(), verdicts: z.array(z.object({ message: z.string() })) }),
  ),
})
type Bump = z.infer<typeof reportSchema>['bump']

const releasedContract = 'openapi/released.gen.json'
const currentContract = 'openapi/openapi.gen.json'
const report = execFileSync(
  'redocly',
  ['diff', releasedContract, currentContract, '--config', 'openapi/redocly.yaml', '--format=json', '--fail-on=none'],
  { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 256 * 1024 * 1024 },
)
const { bump, summary, changes } = reportSchema.parse(JSON.parse(report))
const last = readVersion(releasedContract)
const minVersion = nextVersion(last, bump)
const contract = readVersion(currentContract)
const sdk = readVersion('packages/sdk/package.json')
console.log(
  `Since ${last}: ${summary.major} breaking, ${summary.minor} adding and ${summary.patch} other changes: ${bump}, so ${minVersion} or later; contract ${contract}, SDK ${sdk}`,
)
if (!isAtLeast(contract, minVersion)) {
  const breaking = changes.filter(({ impact }) => impact === 'major')
  finish([
    `The contract says ${contract}; it has to be ${minVersion} or later.`,
    ...breaking.flatMap(({ path, verdicts }) => verdicts.map(({ message }) => `${path}: ${message}`)).slice(0, 20),
  ])
}
const otherVersions = ['sdk', 'tools', 'mcp', 'mock-server']
  .map((name) => ({ name, version: readVersion(`packages/${name}/package.json`) }))
  .filter(({ version }) => version !== contract)
if (process.argv.includes('--record') && otherVersions.length === 0) {
  copyFileSync(currentContract, releasedContract)
  console.log(`${releasedContract} is ${contract} now`)
}
finish(
  otherVersions.map(({ name, version }) => `${name} is ${version}; it is released with the contract, as ${contract}`),
)

function readVersion(file: string): string {
  const { info, version } = JSON.parse(readFileSync(file, 'utf8')) as { info?: { version: string }; version?: string } // a contract or a package
  return info?.version ?? version ?? 'none'
}

/**
 * The lowest version that may follow. Before 1.0.0 everything moves down one place, matching npm's caret: a breaking change raises the minor, an
 * addition raises the patch.
 */
function nextVersion(version: string, by: Bump): string {
  const [major, minor, patch] = parseVersion(version)
  if (by === 'none') return version
  if (by === 'major') return major > 0 ? `${major + 1}.0.0` : `0.${minor + 1}.0`
  return by === 'minor' && major > 0 ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`
}

function isAtLeast(version: string, lowest: string): boolean {
  const lowestVersion = parseVersion(lowest)
  const differences = parseVersion(version).map((part, at) => part - (lowestVersion[at] ?? 0))
  return (differences.find((difference) => difference !== 0) ?? 0) >= 0
}

function parseVersion(text: string): [major: number, minor: number, patch: number] {
  const [, major, minor, patch] = /^(\d+)\.(\d+)\.(\d+)$/.exec(text) ?? []
  if (patch === undefined) throw new Error(`"${text}" is not a version of three numbers`)
  return [Number(major), Number(minor), Number(patch)]
}
