/** Rows as texts in a fixed order, with sums to nine decimal places: sums of tones vary with the order of addition. */
export function inOrder(rows: readonly object[]): string[] {
  return rows.map(toText).toSorted()
}

/** A value as text, independent of the order of its keys. */
export function toText(value: object): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (typeof part === 'number') return Number(part.toFixed(9))
    if (part instanceof Map) return [...part].map((entry) => JSON.stringify(entry)).toSorted()
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
    return Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  })
}
