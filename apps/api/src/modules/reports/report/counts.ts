import { poissonInterval } from '@auspex/analytics'
import type { Counts } from '@auspex/sdk/types'
import type { ShardCoverage } from '../../library/index.ts'

export interface CountsInput {
  documents: number
  /** Null when a sample was read. */
  storyClusters: number | null
  outlets: number
  authors: number
  /** Documents that were read; fewer than `documents` for a sample. */
  documentsRead: number
  /** Fraction of the matching documents that was read; 1 when all were. */
  sampleFraction: number
  days: readonly { day: string; documents: number }[]
  /** The last day of the report. */
  lastDay: string
  /** Null when all documents could be read. */
  shards: ShardCoverage | null
}

/**
 * The counts of a report. Those of a sample have the 95 % bounds of a Poisson count, scaled up: slightly wider than those of the binomial thinning
 * that produced the sample.
 */
export function buildCounts({
  documents,
  storyClusters,
  outlets,
  authors,
  documentsRead,
  sampleFraction,
  days,
  lastDay,
  shards,
}: CountsInput): Counts {
  const sampled = sampleFraction < 1
  const { low, high } = sampled ? poissonInterval(documentsRead) : { low: documents, high: documents }
  return {
    documents,
    storyClusters,
    outlets,
    authors: authors === 0 ? null : authors,
    sampled,
    sampleFraction,
    documentsLow: Math.floor(low / sampleFraction),
    documentsHigh: Math.ceil(high / sampleFraction),
    laterDocuments: days.reduce((sum, { day, documents: ofDay }) => sum + (day > lastDay ? ofDay : 0), 0),
    shards,
  }
}
