/**
 * Boilerplate that an outlet prints over most of its documents ("Worldnews in Brief") is found while stories are counted: each term or name keeps the
 * outlet of most of its stories, by majority vote (Boyer & Moore 1981), at the cost of one extra number.
 */
export interface OutletVotes {
  outlet: number
  /** At most the outlet's number of stories, and at least that minus the stories of all others. */
  votes: number
}

/** Boilerplate requires one outlet to have this share of a term's stories by votes (at least nine of ten stories in fact), */
const minOutletShare = 0.8
/** the term to occur in this share of the outlet's stories, */
const minShareOfOutlet = 2 / 3
/** and the outlet to have at least this many stories. */
const minOutletStories = 5

/** Counts a story of an outlet. */
export function countVote(votes: OutletVotes, outlet: number): void {
  if (votes.outlet === outlet) votes.votes += 1
  else if (votes.votes === 0) {
    votes.outlet = outlet
    votes.votes = 1
  } else votes.votes -= 1
}

/** Removes the boilerplate of single outlets. When an outlet has more than half of all stories, its words are the topic's. */
export function dropBoilerplate(
  hits: Map<unknown, OutletVotes & { stories: number }>,
  { outlets, all }: { outlets: ReadonlyMap<number, number>; all: number },
): void {
  for (const [term, { outlet, votes, stories }] of hits) {
    const outletStories = outlets.get(outlet) ?? 0
    if (
      outletStories >= minOutletStories &&
      outletStories * 2 <= all &&
      votes >= minOutletShare * stories &&
      votes >= minShareOfOutlet * outletStories
    )
      hits.delete(term)
  }
}
