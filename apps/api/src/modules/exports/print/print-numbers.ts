/** A count with its thousands told apart. */
export function number(value: number): string {
  return value.toLocaleString('en')
}

/** A tone with its sign and two digits. */
export function signedTone(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)}`
}

/** A share as a percentage with a digit at most after the point. */
export function percent(share: number): string {
  return `${(100 * share).toLocaleString('en', { maximumFractionDigits: 1 })} %`
}
