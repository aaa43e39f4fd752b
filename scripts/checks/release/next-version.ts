/** The version bump that a set of changes requires (semver 2.0). */
export type Bump = 'none' | 'patch' | 'minor' | 'major'

type Version = readonly [major: number, minor: number, patch: number]

/**
 * The lowest version that may follow `released`. Before 1.0.0 everything moves down one place, matching npm's caret: a breaking change
 * raises the minor, an addition raises the patch. Throws for a text that is not a plain version.
 */
export function nextVersion(released: string, bump: Bump): string {
  const [major, minor, patch] = parse(released)
  const isStable = major > 0
  if (bump === 'none') return released
  if (bump === 'major') return isStable ? `${major + 1}.0.0` : `0.${minor + 1}.0`
  if (bump === 'minor' && isStable) return `${major}.${minor + 1}.0`
  return `${major}.${minor}.${patch + 1}`
}

/** Whether `version` is `least` or later. */
export function isAtLeast(version: string, least: string): boolean {
  const [left, right] = [parse(version), parse(least)]
  const difference = left.map((part, index) => part - (right[index] ?? 0)).find((part) => part !== 0)
  return (difference ?? 0) >= 0
}

function parse(text: string): Version {
  const match = /^(\d+)\.(\d+)\.(\d+)$/.exec(text)
  if (match === null) throw new Error(`"${text}" is not a version of three numbers`)
  return [Number(match[1]), Number(match[2]), Number(match[3])]
}
