/** What became of stories when articles were placed. */
export interface StoryChanges {
  /** The story of every article that is held. */
  storyOf: Map<string, string>
  /** Articles whose story is another one than before, the new ones among them. */
  moved: { id: string; storyId: string }[]
  /** Stories that began with new articles alone. */
  begun: string[]
  /** Stories all of whose articles belong to another one now. */
  joined: { storyId: string; into: string }[]
  /** Stories that left another one. */
  split: { storyId: string; from: string }[]
}

/**
 * Gives each group the id of the story that most of its articles were of; an id goes to one group. A group without one is named by its
 * earliest article.
 */
export function matchStories({
  nodes,
  groups,
  storyOf,
  nameStory,
}: {
  nodes: readonly { id: string; at: number }[]
  /** The group of each article. */
  groups: Uint32Array
  /** Where articles were before; new ones are absent. */
  storyOf: ReadonlyMap<string, string>
  nameStory: (articleId: string) => string
}): StoryChanges {
  const members = new Map<number, { id: string; at: number }[]>()
  const overlaps = new Map<string, { group: number; storyId: string; articles: number }>()
  nodes.forEach((node, place) => {
    const group = groups[place] ?? 0
    const of = members.get(group)
    if (of === undefined) members.set(group, [node])
    else of.push(node)
    const storyId = storyOf.get(node.id)
    if (storyId === undefined) return
    const key = `${group} ${storyId}`
    const overlap = overlaps.get(key)
    if (overlap === undefined) overlaps.set(key, { group, storyId, articles: 1 })
    else overlap.articles++
  })
  const largest = [...overlaps.values()].toSorted(
    (a, b) => b.articles - a.articles || compare(a.storyId, b.storyId) || a.group - b.group,
  )
  const names = new Map<number, string>()
  const taken = new Set<string>()
  for (const { group, storyId } of largest) {
    if (names.has(group) || taken.has(storyId)) continue
    names.set(group, storyId)
    taken.add(storyId)
  }
  const known = new Set(storyOf.values())
  const begun: string[] = []
  const split: StoryChanges['split'] = []
  for (const [group, of] of members) {
    if (names.has(group)) continue
    const inTime = of.toSorted((a, b) => a.at - b.at || compare(a.id, b.id))
    const free = inTime.map(({ id }) => nameStory(id)).find((name) => !taken.has(name) && !known.has(name))
    const name = free ?? nameStory(inTime[0]?.id ?? '')
    names.set(group, name)
    taken.add(name)
    const from = largest.find((overlap) => overlap.group === group)?.storyId
    if (from === undefined) begun.push(name)
    else split.push({ storyId: name, from })
  }
  const joined = [...known]
    .filter((storyId) => !taken.has(storyId))
    .flatMap((storyId) => {
      const into = largest.find((overlap) => overlap.storyId === storyId)
      return into === undefined ? [] : [{ storyId, into: names.get(into.group) ?? storyId }]
    })
  const now = new Map(nodes.map(({ id }, place) => [id, names.get(groups[place] ?? 0) ?? nameStory(id)]))
  const moved = [...now].filter(([id, storyId]) => storyOf.get(id) !== storyId)
  return { storyOf: now, moved: moved.map(([id, storyId]) => ({ id, storyId })), begun, joined, split }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
