/**
 * A value whose lists are cut to `limit` items, with `…left out` beside each list that was. Series of days keep their end, other lists their head,
 * which is the strongest; highlights of documents are for screens and left out.
 */
export const trim = (value: unknown, limit: number): unknown => {
  if (Array.isArray(value)) return value.map((item) => trim(item, limit))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'highlights')
      .flatMap(([key, field]: [string, unknown]) => {
        if (!Array.isArray(field) || field.length <= limit) return [[key, trim(field, limit)]]
        const kept = isSeries(field) ? field.slice(-limit) : field.slice(0, limit)
        return [
          [key, trim(kept, limit)],
          [`${key} left out`, field.length - limit],
        ]
      }),
  )
}

const isSeries = (items: readonly unknown[]): boolean =>
  typeof items[0] === 'object' && items[0] !== null && 'day' in items[0]
