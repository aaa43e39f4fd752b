import { poissonInterval } from '@auspex/analytics'
import type { Counts } from '@auspex/sdk/types'

export interface CountsInput {
  documents: number
  /** Null when a sample was read. */
  storyClusters: number | null
  outlets: number
  authors: number
  /** Documents that were read; fewer than `documents` when a sample was. */
  documentsRead: number
  sampled: boolean
}

/** Part of the documents that a sample reads: those of 16 of 128 buckets. */
const sampleFraction = 1 / 8

/**
 * The counts of a report. Those of a sample carry the 95 % bounds of a Poisson count times eight: a little wider than
 * those of the binomial thinning that the sample is.
 */
export function buildCounts({
  documents,
  storyClusters,
  outlets,
  authors,
  documentsRead,
  sampled,
}: CountsInput): Counts {
  const { low, high } = sampled ? poissonInterval(documentsRead) : { low: documents, high: documents }
  const scale = sampled ? 1 / sampleFraction : 1
  return {
    documents,
    storyClusters,
    outlets,
    authors: authors === 0 ? null : authors,
    sampled,
    sampleFraction: sampled ? sampleFraction : 1,
    documentsLow: Math.floor(low * scale),
    documentsHigh: Math.ceil(high * scale),
  }
}
