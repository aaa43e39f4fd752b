/**
 * What one outlet prints over most of its documents, whatever they tell ("Worldnews in Brief"), is found while stories are counted: each
 * thing keeps the outlet that most of its stories come from, by a majority vote (Boyer & Moore 1981), which costs one number more.
 */
export interface OutletVotes {
  outlet: number
  /** At most the stories of the outlet, and at least those less the stories of all others. */
  votes: number
}

/** One outlet holds this part of the stories of a thing, by votes: nine of ten stories in any case, */
const ownedPart = 0.8
/** and the thing stands in this part of the outlet's stories. */
const habitPart = 2 / 3
/** Fewer stories are no habit. */
const leastStories = 5

/** Counts a story of an outlet. */
export function voteFor(votes: OutletVotes, outlet: number): void {
  if (votes.outlet === outlet) votes.votes += 1
  else if (votes.votes === 0) {
    votes.outlet = outlet
    votes.votes = 1
  } else votes.votes -= 1
}

/** Takes out what is boilerplate of one outlet. Where an outlet holds more than half of all, its words are those of the topic. */
export function dropBoilerplate(
  hits: Map<unknown, OutletVotes & { stories: number }>,
  { outlets, all }: { outlets: ReadonlyMap<number, number>; all: number },
): void {
  for (const [thing, { outlet, votes, stories }] of hits) {
    const own = outlets.get(outlet) ?? 0
    if (own >= leastStories && own * 2 <= all && votes >= ownedPart * stories && votes >= habitPart * own)
      hits.delete(thing)
  }
}
