import { isContextTerm } from '../contexts/context-terms.ts'
import { bareHeadline } from '../meaning/choose-headline.ts'
import { finish, type Steps } from '../meaning/steps.ts'
import { lightStem } from '../narratives/light-stem.ts'
import { outletBoilerplate } from '../narratives/outlet-boilerplate.ts'
import { tokens } from '../text/tokenize.ts'
import { headlineStyle, kickerStyle, withoutAsides } from './headline-style.ts'

/** A document of the topic, as its source shows it. */
export interface EventDocument {
  title: string
  /** The publisher: a site or a community. */
  outlet: string
  /** UTC, ISO 8601; only a day where the time is unknown. */
  publishedAt: string
  /** Points plus comments; null where the source reports neither. */
  reactions: number | null
}

/** A story as its title tells it. */
export interface TitledStory {
  /** The document with its clearest title, and all its documents. */
  document: number
  documents: number[]
  /** The title without what stands around it. */
  title: string
  /** The title as its source prints it. */
  whole: string
  /** Distinct stems that can describe what happened, each with a word of it. */
  stems: ReadonlyMap<string, string>
  /** Whether the title contains a word of the query, and the place of the first one among its words; -1 for none. */
  isAbout: boolean
  topicAt: number
  outlets: Set<string>
  reactions: number
}

/** A stem that occurs this often, and beside a word of the query in this part of its occurrences, belongs to the name of the topic: *roger* for ebert; */
const minOccurrences = 5
const companionPart = 0.8
/** in fewer of the titles that name the topic it says which of several is meant: *sandy* for hurricane, *summer* for steam. */
const minCompanionShare = 0.25

/** Stems that all titles of the topic share: those of the query, and those that stand beside them almost always. */
interface NamedWords {
  query: ReadonlySet<string>
  companions: ReadonlySet<string>
}

/** The folded words of a title, without what stands around it. */
export interface TitleWords {
  title: string
  words: string[]
}

/** Reads titles as they are: what stands around a headline matters little where none is chosen. */
export function readTitles(documents: readonly EventDocument[]): TitleWords[] {
  return documents.map(({ title }) => ({ title, words: tokens(withoutAsides(title)) }))
}

/** The stems that belong to the name of the topic. */
export function findCompanions(titles: readonly TitleWords[], query: ReadonlySet<string>): Set<string> {
  const occurrences = new Map<string, { all: number; beside: number }>()
  let naming = 0
  for (const { words } of new Map(titles.map((one) => [one.title, one])).values()) {
    const stems = words.map(lightStem)
    if (stems.some((stem) => query.has(stem))) naming++
    stems.forEach((stem, at) => {
      if (query.has(stem)) return
      const seen = occurrences.get(stem) ?? { all: 0, beside: 0 }
      seen.all++
      if (query.has(stems[at - 1] ?? '') || query.has(stems[at + 1] ?? '')) seen.beside++
      occurrences.set(stem, seen)
    })
  }
  const found = [...occurrences].filter(
    ([, { all, beside }]) =>
      all >= minOccurrences && beside >= companionPart * all && beside >= minCompanionShare * naming,
  )
  return new Set(found.map(([stem]) => stem))
}

/** Styles of the titles that stories have now: slow to judge, and needed up to four times for each. */
const styles = new WeakMap<TitledStory, { title: string; whole: string; style: number }>()

/** How well the title of a story works as a headline. */
export function styleOf(story: TitledStory): number {
  const { title, whole } = story
  const known = styles.get(story)
  if (known?.title === title && known.whole === whole) return known.style
  const style = headlineStyle(title) * kickerStyle(withoutAsides(whole))
  styles.set(story, { title, whole, style })
  return style
}

/** Documents with equal titles as one story, in the order of the first. */
export function foldTitles(
  documents: readonly EventDocument[],
  titles: readonly TitleWords[],
  { query, companions }: NamedWords,
): TitledStory[] {
  const byTitle = new Map<string, TitledStory>()
  documents.forEach(({ title: whole, outlet, reactions }, document) => {
    const { title = '', words = [] } = titles[document] ?? {}
    const known = byTitle.get(words.join(' '))
    if (known !== undefined) {
      addCopy(known, { documents: [document], outlets: [outlet], reactions: reactions ?? 0 })
      return
    }
    const topicAt = words.findIndex((word) => query.has(lightStem(word)))
    const stems = new Map<string, string>()
    for (const word of words) {
      const stem = lightStem(word)
      if (!query.has(stem) && !companions.has(stem) && canDescribe(word)) stems.set(stem, word)
    }
    const own = { document, documents: [document], outlets: new Set([outlet]), reactions: reactions ?? 0 }
    byTitle.set(words.join(' '), { ...own, title, whole, stems, isAbout: topicAt >= 0, topicAt })
  })
  return [...byTitle.values()]
}

function canDescribe(word: string): boolean {
  return (word.length > 2 && isContextTerm(word)) || /^\d{2,}$/.test(word)
}

/** The stories of documents: near-copies of a title as one, the shorter title before the longer. */
export function toStories(documents: readonly EventDocument[], named: NamedWords): TitledStory[] {
  return finish(storySteps(documents, named))
}

/** Stories that are compared in one step with those before. */
const storiesOfStep = 25

/** The same for many documents, with pauses. */
export function* storySteps(documents: readonly EventDocument[], named: NamedWords): Steps<TitledStory[]> {
  const boilerplate = outletBoilerplate(documents)
  yield
  const titles = documents.map(({ title: whole, outlet }): TitleWords => {
    const title = bareHeadline(whole, boilerplate.get(outlet))
    return { title, words: tokens(title) }
  })
  const stories: TitledStory[] = []
  const byStem = new Map<string, number[]>()
  const enter = (stems: ReadonlyMap<string, string>, at: number) => {
    for (const stem of stems.keys()) {
      const known = byStem.get(stem)
      if (known === undefined) byStem.set(stem, [at])
      else known.push(at)
    }
  }
  const ordered = foldTitles(documents, titles, named).toSorted(
    (a, b) => a.stems.size - b.stems.size || b.documents.length - a.documents.length || a.document - b.document,
  )
  for (const [place, story] of ordered.entries()) {
    if (place % storiesOfStep === 0) yield
    const at = sharingStories(story, byStem).find((other) => isCopy(story, stories[other] ?? story))
    const twin = at === undefined ? undefined : stories[at]
    if (at === undefined || twin === undefined) {
      enter(story.stems, stories.length)
      stories.push(story)
      continue
    }
    if (story.documents.length > twin.documents.length && styleOf(story) >= styleOf(twin)) {
      const { document, title, whole, stems, topicAt } = story
      Object.assign(twin, { document, title, whole, stems, topicAt })
      enter(stems, at)
    }
    addCopy(twin, story)
  }
  return stories
}

function addCopy(
  story: TitledStory,
  copy: { documents: readonly number[]; outlets: Iterable<string>; reactions: number },
): void {
  story.documents.push(...copy.documents)
  for (const outlet of copy.outlets) story.outlets.add(outlet)
  story.reactions = Math.max(story.reactions, copy.reactions)
}

/** Titles with fewer common stems are no copies, */
const minCommonStems = 4
/** nor those with a smaller part of their stems in common, unless one continues the other. */
const minCopyPart = 0.65

/** The stories that may share enough stems with another to be its copies, in order: comparing it with each took longer than all else. */
function sharingStories({ stems }: TitledStory, byStem: ReadonlyMap<string, readonly number[]>): number[] {
  const shared = new Map<number, number>()
  for (const stem of stems.keys()) for (const at of byStem.get(stem) ?? []) shared.set(at, (shared.get(at) ?? 0) + 1)
  return [...shared].flatMap(([at, count]) => (count >= minCommonStems ? [at] : [])).toSorted((a, b) => a - b)
}

function isCopy(one: TitledStory, other: TitledStory): boolean {
  // the other has fewer stems
  if (other.stems.size < minCommonStems) return false
  let common = 0
  for (const stem of one.stems.keys()) if (other.stems.has(stem)) common++
  if (common < minCommonStems) return false
  const all = one.stems.size + other.stems.size - common
  return common >= minCopyPart * all || one.title.toLowerCase().startsWith(other.title.toLowerCase())
}

/** A word of a headline belongs to what happened where this part of the stories of the days, and this many, hold it. */
export const minHolderPart = 0.08
export const minHolders = 3
/** two where there are few stories. */
export const fewStories = 15
/** A headline has two such words, or one that a quarter of the stories hold; */
const minOftenPart = 0.25
const minSharedWords = 2
/** and they are no smaller part of its words: the others are of one text alone. */
const minSharedPart = 0.3

/** How many stories hold each stem. */
export type Holders = ReadonlyMap<string, number>

/** A word that this part of the stories of other days hold belongs to the topic, unless it is in this many times that part of those of some days. */
const minTopicalPart = 0.2
const minLift = 2

/** How many stories hold each stem, without those that many stories of the topic's other days (`before`) hold about as often. */
export function countHolders(stories: readonly TitledStory[], before: readonly TitledStory[] = []): Holders {
  const [holders, usual] = [stories, before].map((some) => {
    const counts = new Map<string, number>()
    for (const { stems } of some) for (const stem of stems.keys()) counts.set(stem, (counts.get(stem) ?? 0) + 1)
    return counts
  })
  const isOfDays = (stem: string, count: number) => {
    const usualPart = (usual?.get(stem) ?? 0) / Math.max(1, before.length)
    return usualPart < minTopicalPart || count >= minLift * usualPart * stories.length
  }
  return new Map([...(holders ?? [])].filter(([stem, count]) => isOfDays(stem, count)))
}

/** Whether the words of a title are those of these days, beside those of the topic: a title that is near in meaning alone may tell of something else. */
export function sharesWords(
  story: TitledStory | undefined,
  { holders, total }: { holders: Holders; total: number },
): boolean {
  if (story === undefined) return false
  const counts = [...story.stems.keys()].map((stem) => holders.get(stem) ?? 0)
  const least = total < fewStories ? minHolders - 1 : minHolders
  const shared = counts.filter((count) => count >= Math.max(least, minHolderPart * total))
  const isOften = counts.some((count) => count >= Math.max(least, minOftenPart * total))
  return (shared.length >= minSharedWords || isOften) && shared.length >= minSharedPart * counts.length
}
