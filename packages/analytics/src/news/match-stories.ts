import { compareText } from '../text/compare-text.ts'

/** How stories changed when articles were placed. */
export interface StoryChanges {
  /** The story of every stored article. */
  storyOf: ReadonlyMap<string, string>
  /** Articles whose story has changed, including new articles. */
  moved: { id: string; storyId: string }[]
  /** Stories that consist only of new articles. */
  begun: string[]
  /** Stories whose articles all belong to another one now. */
  joined: { storyId: string; into: string }[]
  /** Stories that split off from another one. */
  split: { storyId: string; from: string }[]
}

/** Compares the stories of two moments, each given as the story of every article; new articles are only in the second. */
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
    const from = mostFrequent(cameFrom.get(storyId))
    if (from === null) begun.push(storyId)
    else split.push({ storyId, from })
  }
  const joined = [...known]
    .filter((storyId) => !present.has(storyId))
    .flatMap((storyId) => {
      const into = mostFrequent(wentTo.get(storyId))
      return into === null ? [] : [{ storyId, into }]
    })
  return { storyOf: now, moved, begun, joined, split }
}

function count(counts: Map<string, Map<string, number>>, key: string, value: string): void {
  const of = counts.get(key) ?? new Map<string, number>()
  of.set(value, (of.get(value) ?? 0) + 1)
  counts.set(key, of)
}

/** The most frequent value; the alphabetically first of ties, so that the result is deterministic. */
function mostFrequent(counts: ReadonlyMap<string, number> | undefined): string | null {
  let best: [string, number] | null = null
  for (const [value, articles] of counts ?? [])
    if (best === null || articles > best[1] || (articles === best[1] && value < best[0])) best = [value, articles]
  return best?.[0] ?? null
}

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
  nodes: readonly { id: string; publishedMs: number }[]
  /** The group of each article. */
  groups: Uint32Array
  /** The previous story of each article; new ones are absent. */
  storyOf: ReadonlyMap<string, string>
  nameStory: (articleId: string) => string
}): Map<string, string> {
  const members = new Map<number, { id: string; publishedMs: number }[]>()
  const overlaps = new Map<string, { group: number; storyId: string; articles: number }>()
  nodes.forEach((node, index) => {
    const group = groups[index] ?? 0
    const groupMembers = members.get(group)
    if (groupMembers === undefined) members.set(group, [node])
    else groupMembers.push(node)
    const storyId = storyOf.get(node.id)
    if (storyId === undefined) return
    const key = `${group} ${storyId}`
    const overlap = overlaps.get(key)
    if (overlap === undefined) overlaps.set(key, { group, storyId, articles: 1 })
    else overlap.articles++
  })
  const largest = [...overlaps.values()].toSorted(
    (a, b) => b.articles - a.articles || compareText(a.storyId, b.storyId) || a.group - b.group,
  )
  const names = new Map<number, string>()
  const usedIds = new Set<string>()
  for (const { group, storyId } of largest) {
    if (names.has(group) || usedIds.has(storyId)) continue
    names.set(group, storyId)
    usedIds.add(storyId)
  }
  const known = new Set(storyOf.values())
  for (const [group, groupMembers] of members) {
    if (names.has(group)) continue
    const inTime = groupMembers.toSorted((a, b) => a.publishedMs - b.publishedMs || compareText(a.id, b.id))
    const free = inTime.map(({ id }) => nameStory(id)).find((name) => !usedIds.has(name) && !known.has(name))
    const name = free ?? nameStory(inTime[0]?.id ?? '')
    names.set(group, name)
    usedIds.add(name)
  }
  return new Map(nodes.map(({ id }, index) => [id, names.get(groups[index] ?? 0) ?? nameStory(id)]))
}
