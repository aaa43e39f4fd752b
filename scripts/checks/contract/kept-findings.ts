import { isMap, isSeq, parseDocument, type YAMLMap } from 'yaml'

export interface KeptFindings {
  /** Rules that are off for the entire contract */
  readonly rules: number
  /** Places where rules are off */
  readonly places: number
  /** Exceptions without a reason, or for a place that no longer exists */
  readonly faults: readonly string[]
}

/** Reads what a Spectral ruleset switches off. The comment above a rule, or above the first of several, is its reason. */
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

/** The yaml library attaches the comment above a map's first entry to the map. */
function hasComment(key: unknown, map: YAMLMap): boolean {
  const keyComment = (key as { commentBefore?: string | null }).commentBefore // all keys are scalars
  return Boolean(keyComment ?? (map.items[0]?.key === key ? map.commentBefore : null))
}

function isThere(pointer: string, contract: object): boolean {
  let place: unknown = contract
  for (const segment of pointer.split('/').slice(1)) {
    const name = segment.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof place !== 'object' || place === null || !(name in place)) return false
    place = (place as Record<string, unknown>)[name] // checked one line above
  }
  return true
}
