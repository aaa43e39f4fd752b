/** A count with thousands separators. */
export function number(value: number): string {
  return value.toLocaleString('en')
}

/** A tone with its sign and two decimals. */
export function signedTone(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)}`
}

/** A share as a percentage with at most one decimal. */
export function percent(share: number): string {
  return `${(100 * share).toLocaleString('en', { maximumFractionDigits: 1 })}%`
}
