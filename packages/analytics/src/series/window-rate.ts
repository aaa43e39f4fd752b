/** Daily counts, null on days that were not covered; with `exposure`, the source's own total of each day. */
export interface CountedDays {
  counts: readonly (number | null)[]
  exposure?: readonly (number | null)[]
}

/** A comparable day: its count, and the total it is out of (1 when totals are unknown). */
export interface ComparedDay {
  count: number
  exposure: number
}

/** The days [start, end) that have both a count and an exposure above 0. */
export function comparedDays({ counts, exposure }: CountedDays, start: number, end: number): ComparedDay[] {
  const days: ComparedDay[] = []
  for (let at = Math.max(0, start); at < end; at++) {
    const count = counts[at] ?? null
    const total = exposure === undefined ? 1 : (exposure[at] ?? null)
    if (count !== null && total !== null && total > 0) days.push({ count, exposure: total })
  }
  return days
}

/** Totals of some days. */
export function totalOf(days: readonly ComparedDay[]): ComparedDay {
  const total = { count: 0, exposure: 0 }
  for (const day of days) {
    total.count += day.count
    total.exposure += day.exposure
  }
  return total
}

/** Rates (count per exposure) of whole windows, newest first; null for a window without a compared day. */
export function windowRates(series: CountedDays, windowDays: number): (number | null)[] {
  const rates: (number | null)[] = []
  for (let end = series.counts.length; end - windowDays >= 0; end -= windowDays) {
    const total = totalOf(comparedDays(series, end - windowDays, end))
    rates.push(total.exposure === 0 ? null : total.count / total.exposure)
  }
  return rates
}
