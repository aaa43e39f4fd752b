import { tokens } from '../text/tokenize.ts'
import { type Interval, wilsonInterval } from '../series/interval.ts'
import { centralHeadline } from './central-headline.ts'
import { clusterStories } from './cluster-stories.ts'
import { labelNarratives } from './label-narratives.ts'
import { type LivingDocument, narrativeLife, type NarrativeLife } from './narrative-life.ts'
import { outletBoilerplate, withoutBoilerplate } from './outlet-boilerplate.ts'
import type { BackgroundShare } from './story-vectors.ts'

/** What narratives are found in; documents with one `storyId` are copies of one story. */
export interface NarrativeDocument extends LivingDocument {
  title: string
  body: string | null
  storyId: string
}

/** A line of telling that several documents share. */
export interface Narrative extends NarrativeLife {
  /** The headline of its most central story that has one. */
  label: string
  /** Phrases that its titles hold and the others do not, as they are written there, the most telling first. */
  terms: string[]
  /** All its documents, the most central story first. */
  documentIds: string[]
  stories: number
  /** Its share of the documents that were read, with the 95 % interval for those that were not. */
  share: number
  shareInterval: Interval
  cohesion: number
}

/** Input of `findNarratives`. */
export interface NarrativesInput {
  documents: readonly NarrativeDocument[]
  /** Folded words of the question; they name no narrative alone. */
  own: ReadonlySet<string>
  backgroundShare?: BackgroundShare
  /** At most so many, largest first. */
  limit: number
}

/** The narratives, and how many groups were left out because they have no one subject. */
export interface FoundNarratives {
  narratives: Narrative[]
  incoherent: number
}

/**
 * Groups whose pairs of stories are less alike on average are what was left over. Chosen on labelled texts, where it keeps most
 * groups of one story and leaves out most mixtures (docs/measures.md).
 */
const leastCoherence = 0.09
const maxTerms = 5
/** Fewer documents are an anecdote. */
const minDocuments = 3
/** Words of the text that are read after the title: news tells its story in the first sentences. */
const leadWords = 40

/**
 * Finds the narratives of a topic's documents: copies count as one story, what an outlet prints over all its titles is left out, stories are clustered (`clusterStories`), and each
 * cluster of three documents or more is a narrative if its stories are alike and some phrase sets it apart. The rest belongs to
 * none. Largest first.
 */
export function findNarratives({ documents, own, backgroundShare, limit }: NarrativesInput): FoundNarratives {
  const stories = joinCopies(documents)
  const firsts = stories.flatMap(([first]) => first ?? []) // each story has a document
  const boilerplate = outletBoilerplate(firsts)
  const titles = firsts.map(({ title, outlet }) => ({
    title: withoutBoilerplate(title, boilerplate.get(outlet)),
    outlet,
  }))
  const texts = firsts.map(({ outlet, body }, story) =>
    [...tokens(titles[story]?.title ?? ''), ...lead(body)].filter(
      (word) => boilerplate.get(outlet)?.has(word) !== true,
    ),
  )
  const groups = clusterStories(texts, backgroundShare === undefined ? {} : { backgroundShare })
  const labels = labelNarratives(
    groups.map(({ members }) => members.flatMap((story) => titles[story] ?? [])),
    own,
  )
  let incoherent = 0
  const narratives = groups
    .flatMap(({ members, cohesion, coherence }, at): Narrative[] => {
      const inside = members.flatMap((story) => stories[story] ?? [])
      const named = labels[at]
      if (inside.length < minDocuments) return []
      if (coherence < leastCoherence || named == null) {
        incoherent += 1
        return []
      }
      return [
        {
          label: centralHeadline(members.flatMap((story) => titles[story]?.title ?? [])) ?? named.label,
          terms: [named.label, ...named.terms].slice(0, maxTerms),
          ...narrativeLife(inside),
          documentIds: inside.map(({ id }) => id),
          stories: members.length,
          share: inside.length / documents.length,
          shareInterval: wilsonInterval(inside.length, documents.length) ?? { low: 0, high: 1 },
          cohesion,
        },
      ]
    })
    .toSorted((a, b) => b.documentIds.length - a.documentIds.length || (a.originId < b.originId ? -1 : 1))
    .slice(0, limit)
  return { narratives, incoherent }
}

function joinCopies(documents: readonly NarrativeDocument[]): NarrativeDocument[][] {
  const ordered = documents.toSorted((a, b) =>
    a.publishedAt < b.publishedAt ? -1 : a.publishedAt > b.publishedAt ? 1 : a.id < b.id ? -1 : 1,
  )
  const byStory = new Map<string, NarrativeDocument[]>()
  for (const document of ordered) {
    const copies = byStory.get(document.storyId)
    if (copies === undefined) byStory.set(document.storyId, [document])
    else copies.push(document)
  }
  return [...byStory.values()]
}

function lead(body: string | null): string[] {
  // six characters a word, with room for long ones
  return body === null ? [] : tokens(body.slice(0, leadWords * 10)).slice(0, leadWords)
}
