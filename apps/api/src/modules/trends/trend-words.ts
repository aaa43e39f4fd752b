import type { Trend } from '@auspex/sdk/types'

/** All documents of each window, in the compared sources. */
export interface WindowTotals {
  documents: number
  previous: number
}

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })

/** "1,234". */
export function count(value: number): string {
  return whole.format(value)
}

/** "1 document", "2 documents". */
export function plural(value: number, noun: string): string {
  return `${count(value)} ${value === 1 ? noun : `${noun}s`}`
}

/** A ratio that is read as "so many times": two significant digits, and three near 1, where they decide. */
export function factor(value: number): string {
  return value >= 10 ? count(value) : String(Number(value.toPrecision(value >= 1 && value < 2 ? 3 : 2)))
}

/** Why a trend is shown, in one sentence of its own numbers. */
export function describeTrend(
  { documents, previous, momentum }: Pick<Trend, 'documents' | 'previous' | 'momentum'>,
  { all, windowDays }: { all: WindowTotals; windowDays: number },
): string {
  const [last, before] = [
    `${count(documents)} of ${plural(all.documents, 'document')}`,
    `${count(previous)} of ${count(all.previous)}`,
  ]
  return `${last} ${documents === 1 ? 'names' : 'name'} it in the last ${windowDays} days, ${before} in the ${windowDays} days before: ${describeChange(momentum)}.`
}

function describeChange({ value, low, high }: Trend['momentum']): string {
  if (low > 1) return `${factor(value)} times the share, at least ${factor(low)}`
  if (high < 1) return `${factor(value)} times the share, at most ${factor(high)}`
  return `no certain change (${factor(low)} to ${factor(high)} times the share)`
}
