/** Documents as columns of equal length: the number of the story (0: published once), the voice (0: unknown) and the instant of each. */
export interface StandingColumns {
  readonly length: number
  readonly story: { readonly [place: number]: number }
  readonly voice: { readonly [place: number]: number }
  readonly instant: { readonly [place: number]: number }
}

/** The stories of a voice, and who followed it. */
export interface StoryStanding {
  /** Distinct stories. */
  stories: number
  /** How often another voice published one of them later: each voice once per story. */
  followers: number
  /** Σ over its stories of 1 + log₂(1 + followers of the story), to six decimals. */
  weight: number
}

/**
 * The ranking of voices: each story counts once, however often the voice repeats it, and more when others follow, on a log scale, so that one text
 * copied by hundreds does not outweigh a dozen stories. Equal instants do not follow each other.
 */
export function storyStandings({ length, story, voice, instant }: StandingColumns): Map<number, StoryStanding> {
  const standings = new Map<number, StoryStanding>()
  const shared = new Map<number, Map<number, number>>()
  for (let place = 0; place < length; place++) {
    const [storyNumber, teller, when] = [story[place] ?? 0, voice[place] ?? 0, instant[place] ?? 0]
    if (teller === 0) continue
    if (storyNumber === 0) {
      addStory(standings, teller, 0)
      continue
    }
    let firsts = shared.get(storyNumber)
    if (firsts === undefined) shared.set(storyNumber, (firsts = new Map()))
    const first = firsts.get(teller)
    if (first === undefined || when < first) firsts.set(teller, when)
  }
  for (const firsts of shared.values()) {
    const ordered = [...firsts].toSorted(([, a], [, b]) => a - b)
    let after = ordered.length
    ordered.forEach(([teller, when], at) => {
      // all that published it at the same instant have the same followers
      if (at === 0 || when !== ordered[at - 1]?.[1]) {
        let next = at
        while (ordered[next]?.[1] === when) next++
        after = ordered.length - next
      }
      addStory(standings, teller, after)
    })
  }
  for (const standing of standings.values()) standing.weight = Math.round(standing.weight * 1e6) / 1e6
  return standings
}

function addStory(standings: Map<number, StoryStanding>, voice: number, followers: number): void {
  let standing = standings.get(voice)
  if (standing === undefined) standings.set(voice, (standing = { stories: 0, followers: 0, weight: 0 }))
  standing.stories += 1
  standing.followers += followers
  standing.weight += 1 + Math.log2(1 + followers)
}
