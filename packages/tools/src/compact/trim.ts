/**
 * A value whose lists are cut to `limit` items, with `…left out` beside each list that was cut. Series of days, weeks and months keep their end,
 * other lists their strongest items at the beginning; highlights of documents are for screens and are left out.
 */
export const trim = (value: unknown, limit: number): unknown => {
  if (Array.isArray(value)) return value.map((item) => trim(item, limit))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'highlights')
      .flatMap(([key, field]: [string, unknown]) => {
        if (!Array.isArray(field) || field.length <= limit) return [[key, trim(field, limit)]]
        const keptItems = isSeries(field) ? field.slice(-limit) : field.slice(0, limit)
        return [
          [key, trim(keptItems, limit)],
          [`${key} left out`, field.length - limit],
        ]
      }),
  )
}

/** Days in order, or spans of days each of which begins after the previous one. */
const isSeries = (items: readonly unknown[]): boolean => {
  const [first] = items
  if (typeof first !== 'object' || first === null) return false
  if ('day' in first) return true
  return items.every((item, at) => at === 0 || dayOf(item, 'firstDay') > dayOf(items[at - 1], 'lastDay'))
}

const dayOf = (item: unknown, key: 'firstDay' | 'lastDay'): string =>
  typeof item === 'object' && item !== null && key in item ? String((item as Record<string, unknown>)[key]) : '' // it has the key
