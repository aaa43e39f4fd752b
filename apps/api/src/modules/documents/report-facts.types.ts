import type { StoryToneClass } from '@auspex/analytics'
import type { DocumentKind, SourceKey } from '@auspex/sources'
import type { CountryBasis } from './document-codes.ts'
import type { DayDocuments } from './day-documents.ts'
import type { DocumentId } from './document-id.ts'
import type { VoiceGroup } from './voice-standings.ts'

/** How the tone of some documents is spread. `sum` and `sumOfSquares` are over the decided ones (unknown left out). */
export interface ToneCounts {
  negative: number
  neutral: number
  positive: number
  unknown: number
  sum: number
  sumOfSquares: number
}

export interface DayFacts {
  /** UTC day. Days without documents are absent. */
  day: string
  documents: number
  /** Distinct story clusters that day; null when sampled, since a sample of documents cannot count them. */
  clusters: number | null
  /** Distinct outlets that day; null when sampled. */
  outlets: number | null
  tone: ToneCounts
}

/** What is distinct in a week or month; a story that spans days counts once. */
export interface IntervalFacts {
  /** A Monday, or the first of a month. */
  firstDay: string
  clusters: number
  outlets: number
}

/** Matching documents of one kind from one source. */
export interface GroupFacts {
  sourceKey: SourceKey
  kind: DocumentKind
  documents: number
  /** By UTC day; days without documents are absent. */
  days: ReadonlyMap<string, number>
  /**
   * Stories that one of these documents told first in its week, by the day on which it did; an estimate when a sample was read, too high
   * where there are many copies.
   */
  storyDays: ReadonlyMap<string, number>
}

export interface NamedFacts {
  name: string
  /** What most of its documents are. */
  group: VoiceGroup
  /** Distinct stories that it told, and times that others told them later; null when a sample was read. */
  stories: number | null
  followers: number | null
  sourceKey: SourceKey
  /** Days of its first and last matching document. */
  firstDay: string
  lastDay: string
  documents: number
  /** Sums of what is known; null when it is unknown of every document. */
  score: number | null
  comments: number | null
  tone: ToneCounts
  /** Stories that it shares with other voices, and its mean place in them (1 first, 0 last); null when a sample was read. */
  sharedStories: number | null
  earliness: number | null
}

/** A term or entity of the matching documents beside how common it is in the library. */
export interface ContextFacts {
  name: string
  /** Stories of the signal that hold it: copies of a text count once. */
  hits: number
  /** Matching documents that tell these stories. */
  documents: number
  /** `hits` and the documents outside the signal; null when the background has not been counted yet. */
  background: number | null
}

/** A story that at least two of the matching documents tell. */
export interface StoryFacts {
  storyCluster: DocumentId
  documents: number
  /** Distinct outlets that tell it. */
  outlets: number
  /** The document that was published first. */
  documentId: DocumentId
}

export interface ContextSet {
  candidates: ContextFacts[]
  /** Stories that were read for `hits`. */
  hitsTotal: number
  /** `hitsTotal` and the documents outside the signal that were read for `background`; 0 when it has not been counted yet. */
  backgroundTotal: number
}

/** Everything a report counts, from one reading of the documents, so that its parts agree with each other. */
export interface ReportFacts {
  /** The library's revision: another one means that documents came since. */
  revision: number
  /** Part of the matching documents that was read, above 0; below 1 when more than about 20,000 match, and counts are those of it, scaled up. */
  sampleFraction: number
  /** Documents that were read: equal to `documents` unless sampled. */
  documentsRead: number
  documents: number
  clusters: number | null
  /** Distinct outlets and authors; at least so many when sampled. */
  outlets: number
  authors: number
  firstAt: string | null
  lastAt: string | null
  tone: ToneCounts
  /** The stories of the documents that were read, by how many of their documents have a tone and which. */
  storyTones?: StoryToneClass[]
  days: DayFacts[]
  /** Distinct stories and outlets of longer intervals; none when sampled, since a sample cannot tell. */
  weeks: IntervalFacts[]
  months: IntervalFacts[]
  /** By source and kind, most documents first. */
  groups: GroupFacts[]
  bySource: { sourceKey: SourceKey; documents: number }[]
  byKind: { kind: DocumentKind; documents: number; tone: ToneCounts }[]
  byCountry: { country: string | null; basis: CountryBasis | null; documents: number; tone: ToneCounts }[]
  /** Of news and forums up to twenty each and ten others, in the order of their stories and who followed (`storyStandings`). */
  topOutlets: NamedFacts[]
  topAuthors: NamedFacts[]
  entities: ContextSet
  terms: ContextSet
  /** The five that most documents tell, largest first; none when sampled, since a sample cannot tell their size. */
  topStories?: StoryFacts[]
  /** Ids of the documents read: of documents proper and of chatter up to 35 newest and 15 most engaged each. */
  newest: DocumentId[]
  mostEngaged: DocumentId[]
}

/** What the database looks up beside the documents: names, and how common words are. */
export type VoicesAndContexts = Pick<ReportFacts, 'topOutlets' | 'topAuthors' | 'entities' | 'terms'>

/** What is known as soon as the documents are read, before anything of them is looked up elsewhere. */
export type CountedFacts = Omit<ReportFacts, keyof VoicesAndContexts>

/** The facts of a report in the two parts in which they become known, so that others can work with the first meanwhile. */
export interface ReportFactsParts {
  counted: CountedFacts
  /** The matching documents of some days. */
  dayDocuments: DayDocuments
  /** Looked up already when `counted` is there. Rejects with what the database throws. */
  voicesAndContexts: Promise<VoicesAndContexts>
}
