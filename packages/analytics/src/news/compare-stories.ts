/** What became of stories when articles were placed. */
export interface StoryChanges {
  /** The story of every article that is held. */
  storyOf: ReadonlyMap<string, string>
  /** Articles whose story is another one than before, the new ones among them. */
  moved: { id: string; storyId: string }[]
  /** Stories that began with new articles alone. */
  begun: string[]
  /** Stories all of whose articles belong to another one now. */
  joined: { storyId: string; into: string }[]
  /** Stories that left another one. */
  split: { storyId: string; from: string }[]
}

/** Tells what became of stories between two moments, each given as the story of every article; articles that are new are in the second alone. */
export function compareStories(before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): StoryChanges {
  const moved: StoryChanges['moved'] = []
  const cameFrom = new Map<string, Map<string, number>>()
  const wentTo = new Map<string, Map<string, number>>()
  for (const [id, storyId] of now) {
    const old = before.get(id)
    if (old !== storyId) moved.push({ id, storyId })
    if (old === undefined) continue
    count(cameFrom, storyId, old)
    count(wentTo, old, storyId)
  }
  const known = new Set(before.values())
  const present = new Set(now.values())
  const begun: string[] = []
  const split: StoryChanges['split'] = []
  for (const storyId of present) {
    if (known.has(storyId)) continue
    const from = mostOf(cameFrom.get(storyId))
    if (from === null) begun.push(storyId)
    else split.push({ storyId, from })
  }
  const joined = [...known]
    .filter((storyId) => !present.has(storyId))
    .flatMap((storyId) => {
      const into = mostOf(wentTo.get(storyId))
      return into === null ? [] : [{ storyId, into }]
    })
  return { storyOf: now, moved, begun, joined, split }
}

function count(counts: Map<string, Map<string, number>>, key: string, value: string): void {
  const of = counts.get(key) ?? new Map<string, number>()
  of.set(value, (of.get(value) ?? 0) + 1)
  counts.set(key, of)
}

/** The value of most articles; of equals the first by its letters, so that the answer is the same every time. */
function mostOf(counts: ReadonlyMap<string, number> | undefined): string | null {
  let best: [string, number] | null = null
  for (const [value, articles] of counts ?? [])
    if (best === null || articles > best[1] || (articles === best[1] && value < best[0])) best = [value, articles]
  return best?.[0] ?? null
}
