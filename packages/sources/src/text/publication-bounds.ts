const dayMs = 86_400_000

/** Nothing that Auspex reads was published on the web before; older dates are the zero of some clock or program. */
const earliest = Date.UTC(1990, 0, 1)
/** A day begins 14 hours earlier at the date line than in UTC, and clocks may be fast. */
const maxAheadMs = 2 * dayMs

/** The first and the last possible day of publication, as YYYY-MM-DD. */
export interface PublicationDays {
  first: string
  last: string
}

/**
 * Why something cannot have been published at that time; null when it can. The only rule for everything that enters the library: files, batches,
 * searches, feeds, streams and prices.
 */
export function publicationFault(epochMs: number, now: Date): 'before 1990' | 'in the future' | null {
  if (!(epochMs >= earliest)) return 'before 1990'
  return epochMs > now.getTime() + maxAheadMs ? 'in the future' : null
}

/** The same rule for whole days, as in rows of counts and prices. */
export function publicationDays(now: Date): PublicationDays {
  return { first: toDay(earliest), last: toDay(now.getTime() + maxAheadMs) }
}

function toDay(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10)
}
