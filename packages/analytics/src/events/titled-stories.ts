import { isContextTerm } from '../contexts/context-terms.ts'
import { bareHeadline } from '../meaning/name-groups.ts'
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
  style: number
  /** Distinct stems that can describe what happened, each with a word of it. */
  stems: ReadonlyMap<string, string>
  /** Whether the title contains a word of the query. */
  isAbout: boolean
  outlets: Set<string>
  reactions: number
}

/** A stem that occurs this often, and beside a word of the query in this part of its occurrences, belongs to the name of the topic: *roger* for ebert. */
const minOccurrences = 5
const companionPart = 0.8

/** The stems that belong to the name of the topic. */
export function findCompanions(documents: readonly EventDocument[], query: ReadonlySet<string>): Set<string> {
  const occurrences = new Map<string, { all: number; beside: number }>()
  for (const title of new Set(documents.map((document) => document.title))) {
    const stems = tokens(title).map(lightStem)
    stems.forEach((stem, at) => {
      if (query.has(stem)) return
      const seen = occurrences.get(stem) ?? { all: 0, beside: 0 }
      seen.all++
      if (query.has(stems[at - 1] ?? '') || query.has(stems[at + 1] ?? '')) seen.beside++
      occurrences.set(stem, seen)
    })
  }
  const found = [...occurrences].filter(([, { all, beside }]) => all >= minOccurrences && beside >= companionPart * all)
  return new Set(found.map(([stem]) => stem))
}

/** Stems that all titles of the topic share: those of the query, and those that stand beside them almost always. */
interface NamedWords {
  query: ReadonlySet<string>
  companions: ReadonlySet<string>
}

/** The stories of documents: equal titles first, then near-copies, the shorter title before the longer. */
export function toStories(documents: readonly EventDocument[], { query, companions }: NamedWords): TitledStory[] {
  const boilerplate = outletBoilerplate(documents)
  const byTitle = new Map<string, TitledStory>()
  documents.forEach(({ title: whole, outlet, reactions }, document) => {
    const title = bareHeadline(whole, boilerplate.get(outlet))
    const words = tokens(title)
    const known = byTitle.get(words.join(' '))
    if (known === undefined) {
      const isAbout = words.some((word) => query.has(lightStem(word)))
      const stems = stemsOf(title, { query, companions })
      const style = headlineStyle(title) * kickerStyle(withoutAsides(whole))
      const own = { document, documents: [document], outlets: new Set([outlet]), reactions: reactions ?? 0 }
      byTitle.set(words.join(' '), { ...own, title, style, stems, isAbout })
    } else addCopy(known, { documents: [document], outlets: [outlet], reactions: reactions ?? 0 })
  })
  const stories: TitledStory[] = []
  const ordered = [...byTitle.values()].toSorted(
    (a, b) => a.stems.size - b.stems.size || b.documents.length - a.documents.length || a.document - b.document,
  )
  for (const story of ordered) {
    const twin = stories.find((one) => isCopy(story, one))
    if (twin === undefined) stories.push(story)
    else {
      if (story.documents.length > twin.documents.length && story.style >= twin.style)
        Object.assign(twin, { document: story.document, title: story.title, style: story.style, stems: story.stems })
      addCopy(twin, story)
    }
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

function stemsOf(title: string, { query, companions }: NamedWords): Map<string, string> {
  const stems = new Map<string, string>()
  for (const word of tokens(withoutAsides(title))) {
    const stem = lightStem(word)
    if (query.has(stem) || companions.has(stem)) continue
    if ((word.length > 2 && isContextTerm(word)) || /^\d{2,}$/.test(word)) stems.set(stem, word)
  }
  return stems
}

/** Titles with fewer common stems are no copies, */
const minCommonStems = 4
/** nor those with a smaller part of their stems in common, unless one continues the other. */
const minCopyPart = 0.65

function isCopy(one: TitledStory, other: TitledStory): boolean {
  if (other.stems.size < minCommonStems) return false
  let common = 0
  for (const stem of one.stems.keys()) if (other.stems.has(stem)) common++
  if (common < minCommonStems) return false
  const all = one.stems.size + other.stems.size - common
  return common >= minCopyPart * all || one.title.toLowerCase().startsWith(other.title.toLowerCase())
}
