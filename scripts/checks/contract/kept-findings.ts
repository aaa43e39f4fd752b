import { isMap, isSeq, parseDocument, type YAMLMap } from 'yaml'

export interface KeptFindings {
  /** Rules that are off for the whole contract */
  readonly rules: number
  /** Places at which rules are off */
  readonly places: number
  /** What is kept without a reason, or for a place that is gone */
  readonly faults: readonly string[]
}

/** What a ruleset of Spectral switches off. A comment over a rule, or over the first of several, is its reason. */
export function readKept(ruleset: string, contract: object): KeptFindings {
  const document = parseDocument(ruleset)
  const everywhere = toMap(document.get('rules'))
  const entries = toList(document.get('overrides')).map(toMap)
  const pointers = entries.flatMap((entry) =>
    toList(entry.get('files')).map((name) => decodeURIComponent(String(name).split('#')[1] ?? '')),
  )
  return {
    rules: everywhere.items.length,
    places: pointers.length,
    faults: [
      ...everywhere.items.flatMap(({ key }) => (hasComment(key, everywhere) ? [] : [`${String(key)} has no reason`])),
      ...entries.flatMap((entry) => {
        const rules = toMap(entry.get('rules'))
        const first = rules.items[0]?.key
        return hasComment(first, rules)
          ? []
          : [`${String(first)} has no reason at ${String(toList(entry.get('files')))}`]
      }),
      ...pointers.flatMap((pointer) => (isThere(pointer, contract) ? [] : [`${pointer} is not in the contract`])),
    ],
  }
}

function toList(node: unknown): unknown[] {
  return isSeq(node) ? node.items : []
}

function toMap(node: unknown): YAMLMap {
  if (!isMap(node)) throw new Error('the ruleset has a list or a text where rules belong')
  return node
}

/** The library gives the comment over a first entry to the map. */
function hasComment(key: unknown, map: YAMLMap): boolean {
  const own = (key as { commentBefore?: string | null }).commentBefore // a scalar, as all keys are
  return Boolean(own ?? (map.items[0]?.key === key ? map.commentBefore : null))
}

function isThere(pointer: string, contract: object): boolean {
  let place: unknown = contract
  for (const segment of pointer.split('/').slice(1)) {
    const name = segment.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof place !== 'object' || place === null || !(name in place)) return false
    place = (place as Record<string, unknown>)[name] // a member that was just found
  }
  return true
}
