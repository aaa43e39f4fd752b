import type { Counts, Estimate } from '@auspex/sdk/types'

const round = (value: number): number => Number(value.toPrecision(3))

/** A value with its 95 % interval; null when it is unknown. */
export const toCompactEstimate = (estimate: Estimate | null): { value: number; low: number; high: number } | null =>
  estimate && { value: round(estimate.value), low: round(estimate.low), high: round(estimate.high) }

/** The counts, with an interval only where they are estimates, and the number of responding shards of the library only where one did not respond. */
export const toCompactCounts = (counts: Counts): object => ({
  documents: counts.documents,
  storyClusters: counts.storyClusters,
  outlets: counts.outlets,
  authors: counts.authors,
  ...(counts.sampled && { low: counts.documentsLow, high: counts.documentsHigh, sampled: true }),
  ...(counts.laterDocuments && { laterDocuments: counts.laterDocuments }),
  ...(counts.shards && { shards: counts.shards }),
})
