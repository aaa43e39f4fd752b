/** Documents as columns: at one place in each, the number of its story (0: told once), its voice (0: unknown) and its instant. */
export interface StandingColumns {
  readonly length: number
  readonly story: { readonly [place: number]: number }
  readonly voice: { readonly [place: number]: number }
  readonly instant: { readonly [place: number]: number }
}

/** What a voice told, and who told it after. */
export interface StoryStanding {
  /** Distinct stories. */
  stories: number
  /** Times that another voice told one of them later: each voice once a story. */
  followers: number
  /** Σ over its stories of 1 + log₂(1 + followers of the story), to six decimals. */
  weight: number
}

/**
 * What voices are ranked by: each story counts once, however often the voice repeats it, and more when others follow, by the
 * logarithm, so that one text that hundreds copied does not outweigh a dozen stories. Equal instants follow nobody.
 */
export function storyStandings({ length, story, voice, instant }: StandingColumns): Map<number, StoryStanding> {
  const standings = new Map<number, StoryStanding>()
  const shared = new Map<number, Map<number, number>>()
  for (let place = 0; place < length; place++) {
    const [told, teller, when] = [story[place] ?? 0, voice[place] ?? 0, instant[place] ?? 0]
    if (teller === 0) continue
    if (told === 0) {
      addStory(standings, teller, 0)
      continue
    }
    let firsts = shared.get(told)
    if (firsts === undefined) shared.set(told, (firsts = new Map()))
    const first = firsts.get(teller)
    if (first === undefined || when < first) firsts.set(teller, when)
  }
  for (const firsts of shared.values()) {
    const ordered = [...firsts].toSorted(([, a], [, b]) => a - b)
    let after = ordered.length
    ordered.forEach(([teller, when], at) => {
      // all that told it at one instant have the same followers
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
