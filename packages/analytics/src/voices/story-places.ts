/** Documents as columns of equal length: the story, the voice (0: unknown) and the instant of each. */
export interface TellingColumns {
  readonly length: number
  readonly story: { readonly [place: number]: bigint }
  readonly voice: { readonly [place: number]: number }
  readonly instant: { readonly [place: number]: number }
}

/** How early a voice published the stories that it shares with others. */
export interface StoryPlaces {
  /** Stories that it and at least one other voice published. */
  sharedStories: number
  /** Mean place in them: 1 was always first, 0 always last. Equal instants share their place. */
  earliness: number
}

/**
 * Ranks the voices of each story by their first document of it: place 1 - rank / (voices - 1), ties get the mean of their ranks. Voices that share no
 * story are absent. `isShared` selects the stories to consider, so that the many with only one document cost nothing.
 */
export function storyPlaces(columns: TellingColumns, isShared: (story: bigint) => boolean): Map<number, StoryPlaces> {
  const stories = new Map<bigint, Map<number, number>>()
  for (let place = 0; place < columns.length; place++) {
    const story = columns.story[place] ?? 0n
    const voice = columns.voice[place] ?? 0
    if (voice === 0 || !isShared(story)) continue
    const instant = columns.instant[place] ?? 0
    let firsts = stories.get(story)
    if (firsts === undefined) stories.set(story, (firsts = new Map()))
    const first = firsts.get(voice)
    if (first === undefined || instant < first) firsts.set(voice, instant)
  }
  const sums = new Map<number, { stories: number; sum: number }>()
  for (const firsts of stories.values()) addPlaces(firsts, sums)
  return new Map([...sums].map(([voice, { stories: n, sum }]) => [voice, { sharedStories: n, earliness: sum / n }]))
}

function addPlaces(firsts: ReadonlyMap<number, number>, sums: Map<number, { stories: number; sum: number }>): void {
  const last = firsts.size - 1
  if (last < 1) return
  const ordered = [...firsts].toSorted(([, a], [, b]) => a - b)
  let from = 0
  while (from < ordered.length) {
    let to = from
    while (to + 1 < ordered.length && ordered[to + 1]?.[1] === ordered[from]?.[1]) to++
    const placed = 1 - (from + to) / 2 / last
    for (const [voice] of ordered.slice(from, to + 1)) {
      const seen = sums.get(voice) ?? { stories: 0, sum: 0 }
      sums.set(voice, { stories: seen.stories + 1, sum: seen.sum + placed })
    }
    from = to + 1
  }
}
