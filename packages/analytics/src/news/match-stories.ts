/**
 * Assigns each group the id of the story that most of its articles belonged to; an id goes to one group. A group without one is named after its
 * earliest article. Returns the story of each article.
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
  /** The previous story of each article; new ones are absent. */
  storyOf: ReadonlyMap<string, string>
  nameStory: (articleId: string) => string
}): Map<string, string> {
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
  const usedIds = new Set<string>()
  for (const { group, storyId } of largest) {
    if (names.has(group) || usedIds.has(storyId)) continue
    names.set(group, storyId)
    usedIds.add(storyId)
  }
  const known = new Set(storyOf.values())
  for (const [group, of] of members) {
    if (names.has(group)) continue
    const inTime = of.toSorted((a, b) => a.at - b.at || compare(a.id, b.id))
    const free = inTime.map(({ id }) => nameStory(id)).find((name) => !usedIds.has(name) && !known.has(name))
    const name = free ?? nameStory(inTime[0]?.id ?? '')
    names.set(group, name)
    usedIds.add(name)
  }
  return new Map(nodes.map(({ id }, place) => [id, names.get(groups[place] ?? 0) ?? nameStory(id)]))
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
