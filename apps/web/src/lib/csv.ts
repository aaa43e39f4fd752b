export type CsvValue = string | number | null

/** CSV (RFC 4180) with a header; null is an empty field. Text that a spreadsheet would run as a formula is escaped. */
export const toCsv = (header: readonly string[], rows: readonly (readonly CsvValue[])[]): string =>
  [header, ...rows].map((row) => row.map(toField).join(',')).join('\r\n')

const toField = (value: CsvValue): string => {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = /^[\s\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
