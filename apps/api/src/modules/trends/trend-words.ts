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

/** A ratio that is read as "so many times", with as many digits as the figure beside the sentence has. */
export function factor(value: number): string {
  if (value < 0.01) return value.toLocaleString('en', { maximumSignificantDigits: 1, maximumFractionDigits: 6 })
  return value.toLocaleString('en', { maximumFractionDigits: value >= 100 ? 0 : value >= 10 ? 1 : 2 })
}

/** An end of an interval with 1 in it is known to two figures at best: "20,000", where "20,018" would impress. */
function roughFactor(value: number): string {
  return value < 10 ? factor(value) : value.toLocaleString('en', { maximumSignificantDigits: 2 })
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
  return `no certain change (${roughFactor(low)} to ${roughFactor(high)} times the share)`
}
