/** What sentences of one kind rest on. */
export interface Support {
  /** Below, nothing is said. */
  told: number
  /** Below, what is said is called weak. */
  supported: number
}

/**
 * The least support of each kind of sentence, in one place for all templates; docs/measures.md has the same table. Numbers are conventions
 * of ours: few enough that small topics can be told, and so many that one document more or less turns no sentence round.
 */
export const support = {
  /** Documents that match. */
  volume: { told: 1, supported: 1 },
  /** Stories of the two windows, for how many times as many: without it the two counts are told alone. */
  change: { told: 10, supported: 20 },
  /** Stories of the two windows. A topic that nobody mentions any more needs none. */
  stage: { told: 10, supported: 20 },
  /** Stories of the days at which a level changed and of those it is compared with, for how many times as many. */
  level: { told: 10, supported: 20 },
  /** Stories of an event. */
  event: { told: 3, supported: 20 },
  /** Stories of both sides of a change that is told as lasting, without being asked for. */
  lastingLevel: { told: 40, supported: 40 },
  /** Stories since a lasting fall: with fewer it may be that the archives choose otherwise. */
  fallenLevel: { told: 10, supported: 10 },
  /** Documents of the days on which most was published. */
  busiest: { told: 10, supported: 20 },
  /** Documents that match, for the part that one outlet carries. */
  carrier: { told: 20, supported: 20 },
  /** Stories whose tone is clear. */
  tone: { told: 10, supported: 20 },
  /** Documents of clear tone on each of two sides. */
  toneDifference: { told: 10, supported: 20 },
  /** Stories of an outlet that is named. */
  voices: { told: 2, supported: 2 },
  /** Documents whose country is known. */
  places: { told: 10, supported: 20 },
  /** Stories about the topic that hold what is mentioned along with it. */
  contexts: { told: 5, supported: 10 },
  /** Outlets that carry a story, or the story of a quotation. */
  stories: { told: 1, supported: 2 },
} as const satisfies Record<string, Support>

/** Documents of a country that is named: fewer are single authors. */
export const leastOfPlace = 5

/** Part of all documents whose country must be known before places are named. */
export const leastKnownPlaces = 0.1

/** The status of a claim that rests on so much. */
export function statusOf(n: number, { supported }: Support): 'weak' | 'supported' {
  return n < supported ? 'weak' : 'supported'
}
