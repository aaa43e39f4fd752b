/** The minimum support for sentences of one kind. */
export interface SupportThreshold {
  /** Below this, no sentence is made. */
  min: number
  /** Below this, the sentence is called weak. */
  minSupported: number
}

/**
 * The minimum support of each kind of sentence, in one place for all templates; docs/measures.md has the same table. The numbers are our own
 * conventions: low enough to describe small topics, and high enough that one document more or less does not reverse a sentence.
 */
export const supportThresholds = {
  /** Documents that match. */
  volume: { min: 1, minSupported: 1 },
  /** Stories of the two windows, for a multiple: with fewer, only the two counts are stated. */
  change: { min: 10, minSupported: 20 },
  /** Stories of the two windows. A topic without current mentions needs none. */
  stage: { min: 10, minSupported: 20 },
  /** Stories of the days at which a level changed and of those it is compared with, for a multiple. */
  level: { min: 10, minSupported: 20 },
  /** Stories of an event. */
  event: { min: 8, minSupported: 20 },
  /** Stories of an event beside the largest. */
  furtherEvent: { min: 10, minSupported: 20 },
  /** The same, where a headline says what it was. */
  namedEvent: { min: 8, minSupported: 20 },
  /** Stories on both sides of a change that is presented as lasting without being asked for. */
  lastingLevel: { min: 80, minSupported: 80 },
  /** Documents of a topic on which nothing stands out. */
  steady: { min: 40, minSupported: 40 },
  /** Stories since a lasting fall: with fewer, the archives may just have selected differently. */
  fallenLevel: { min: 10, minSupported: 10 },
  /** Documents on the busiest days. */
  busiest: { min: 8, minSupported: 20 },
  /** Matching documents, for the share of one outlet. */
  carrier: { min: 20, minSupported: 20 },
  /** Stories whose tone is clear. */
  tone: { min: 10, minSupported: 20 },
  /** Documents of clear tone on each of two sides. */
  toneDifference: { min: 10, minSupported: 20 },
  /** Stories of a named outlet. */
  voices: { min: 2, minSupported: 2 },
  /** Documents whose country is known. */
  places: { min: 10, minSupported: 20 },
  /** Stories about the topic that contain the co-occurring term or name. */
  contexts: { min: 5, minSupported: 10 },
  /** Outlets that carry a story, or the story of a quotation. */
  stories: { min: 1, minSupported: 2 },
} as const satisfies Record<string, SupportThreshold>

/** Minimum number of documents of a named country: fewer are individual authors. */
export const minDocumentsPerCountry = 5

/** Minimum share of documents with a known country before places are named. */
export const minKnownCountryShare = 0.1

export function claimStatus(n: number, { minSupported }: SupportThreshold): 'weak' | 'supported' {
  return n < minSupported ? 'weak' : 'supported'
}
