const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** A UTC day (`YYYY-MM-DD…`) as sentences write it: `1 November 2026`. */
export function sayDay(day: string): string {
  const [year, month, date] = day.slice(0, 10).split('-').map(Number)
  return `${date} ${months[(month ?? 1) - 1]} ${year}`
}

/** `a`, `a and b`, `a, b and c`. */
export function sayList(items: readonly string[]): string {
  const last = items.at(-1) ?? ''
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} and ${last}`
}
