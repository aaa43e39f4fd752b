/** Rows as texts in one order, sums to nine decimal places: those of tones differ in the order of their parts. */
export function inOrder(rows: readonly object[]): string[] {
  return rows.map(toText).toSorted()
}

/** A value as text, whatever the order of its keys. */
export function toText(value: object): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (typeof part === 'number') return Number(part.toFixed(9))
    if (part instanceof Map) return [...part].map((entry) => JSON.stringify(entry)).toSorted()
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
    return Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  })
}
