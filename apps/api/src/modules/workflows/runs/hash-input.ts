import { createHash } from 'node:crypto'

/** JSON with sorted keys: equal values have equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )
}

export function hashInput(tool: string, input: string): string {
  return sha256(`${tool}\n${input}`)
}

/** Fields that contain when something was read, not what was found. */
const moments = new Set([
  'asOf',
  'computedAt',
  'computeMs',
  'dataAsOf',
  'fetchedAt',
  'refreshedAt',
  'updatedAt',
  'requestId',
])

/** Fingerprint of the outputs of reading steps: equal as long as they find the same, regardless of when they ran. */
export function fingerprintOf(outputs: readonly (readonly [stepId: string, output: string])[]): string {
  const outputHashes = outputs.map(([stepId, output]) => [
    stepId,
    JSON.parse(output, (key, value: unknown) => (moments.has(key) ? undefined : value)) as unknown,
  ])
  return sha256(canonicalJson(outputHashes))
}

function sha256(words: string): string {
  return createHash('sha256').update(words).digest('hex')
}
