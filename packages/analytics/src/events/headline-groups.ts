import type { WordReader } from '../meaning/word-vectors.ts'
import { lightStem } from '../narratives/light-stem.ts'
import { type EventDocument, findCompanions, readTitles, type TitledStory, toStories } from './titled-stories.ts'
import { likenessesOf, minLikeness, termsOf, weighStems, weighStory } from './weighed-stories.ts'

/** What several documents of a topic say. */
export interface HeadlineGroup {
  /** Two to five words and phrases that its titles share, strongest first. */
  terms: string[]
  /** Its part of the stories that were read. */
  share: number
  /** Its documents as indexes, those most like the others first. */
  documents: number[]
}

const maxGroups = 6
/** A smaller group is chance. */
const minStories = 3
const minShare = 0.02

/**
 * The largest groups of a sample of headlines, the largest first: the story that is like most others is the centre of the first group, and the next is
 * looked for among the rest. Likeness is that of events (`createEventDescriber`), with each stem weighed by how many stories and outlets have it.
 */
export function groupHeadlines(
  documents: readonly EventDocument[],
  { queryWords, reader }: { queryWords: readonly string[]; reader: WordReader | null },
): HeadlineGroup[] {
  const query = new Set(queryWords.map(lightStem))
  const stories = toStories(documents, { query, companions: findCompanions(readTitles(documents), query) })
  const weighing = { weights: weighStems(stories, []), reader }
  const likenesses = likenessesOf(
    stories.map((story) => weighStory(story, weighing)),
    weighing,
  )
  const groups: HeadlineGroup[] = []
  const free = new Set(stories.keys())
  while (groups.length < maxGroups) {
    const centre = centreOf(free, likenesses)
    const members = [...free]
      .filter((at) => (likenesses[centre]?.[at] ?? 0) >= minLikeness)
      .toSorted((a, b) => (likenesses[centre]?.[b] ?? 0) - (likenesses[centre]?.[a] ?? 0) || a - b)
    if (members.length < Math.max(minStories, minShare * stories.length)) break
    for (const at of members) free.delete(at)
    const group = members.flatMap((at): TitledStory | TitledStory[] => stories[at] ?? [])
    const terms = termsOf(group, { stories: group, ...weighing })
    if (terms.length > 0)
      groups.push({
        terms,
        share: members.length / stories.length,
        documents: group.map(({ document }) => document),
      })
  }
  return groups.toSorted((a, b) => b.share - a.share)
}

/** The story that most others are like; -1 where none is left. */
function centreOf(free: ReadonlySet<number>, likenesses: readonly Float64Array[]): number {
  let best = { at: -1, likeness: 0 }
  for (const at of free) {
    let likeness = 0
    for (const other of free) {
      const value = likenesses[at]?.[other] ?? 0
      if (value >= minLikeness) likeness += value
    }
    if (likeness > best.likeness) best = { at, likeness }
  }
  return best.at
}
