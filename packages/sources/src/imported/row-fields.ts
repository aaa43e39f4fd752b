/** Why a row is rejected, as a message for people. Only the row parser throws and catches it. */
export class RowError extends Error {
  override readonly name = 'RowError'
}

type Row = Readonly<Record<string, unknown>>

/** The text of a field; null when the field is absent or null. */
export function optionalText(row: Row, field: string): string | null {
  const value = row[field]
  if (typeof value === 'string') return value
  if (value === undefined || value === null) return null
  throw new RowError(`${field} is not text`)
}

/** The number in a field, given as a number or as digits; null when the field is absent, null or blank. */
export function optionalCount(row: Row, field: string): number | null {
  const value = row[field]
  if (value === undefined || value === null) return null
  if (typeof value === 'number' && Number.isFinite(value)) return value
  if (typeof value === 'string') {
    if (value.trim() === '') return null
    const number = Number(value)
    if (Number.isFinite(number)) return number
  }
  throw new RowError(`${field} is not a number`)
}

/** A number of reactions; null when it is unknown. Archives write -1 for unknown, and there cannot be fewer than none. */
export function optionalReactions(row: Row, field: string): number | null {
  const count = optionalCount(row, field)
  return count === null || count < 0 ? null : Math.round(count)
}
