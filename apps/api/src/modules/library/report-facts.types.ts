import type { IntervalFacts, StoryToneClass } from '@auspex/analytics'
import type { DocumentKind, SourceKey } from '@auspex/sources'
import type { CountryBasis } from './document-codes.ts'
import type { DayDocuments } from './day-documents.ts'
import type { TopicMembers } from './topic-sample.ts'
import type { DocumentId } from './document-id.ts'
import type { VoiceGroup } from './voices.ts'
import type { ToneCounts } from './tally.ts'

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

/** Matching documents of one kind from one source. */
export interface GroupFacts {
  sourceKey: SourceKey
  kind: DocumentKind
  documents: number
  /** By UTC day; days without documents are absent. */
  days: ReadonlyMap<string, number>
  /**
   * Stories that one of these documents was the first to report in its week, by day; in a sample an estimate, which is too high where there are many
   * copies.
   */
  storyDays: ReadonlyMap<string, number>
  /** Documents by the number of their outlet, most first. */
  outlets: readonly { outlet: number; documents: number }[]
}

export interface NamedFacts {
  name: string
  /** The group that most of its documents belong to. */
  group: VoiceGroup
  /** Distinct stories that it published, and how often others followed later; null when a sample was read. */
  stories: number | null
  followers: number | null
  sourceKey: SourceKey
  /** Days of its first and last matching document. */
  firstDay: string
  lastDay: string
  documents: number
  /** Sums of the known values; null when no document has one. */
  score: number | null
  comments: number | null
  tone: ToneCounts
  /** Stories that it shares with other voices, and its mean position in them (1 first, 0 last); null when a sample was read. */
  sharedStories: number | null
  earliness: number | null
}

/** A term or entity of the matching documents, with its frequency in the library. */
export interface ContextFacts {
  name: string
  /** Stories of the signal that contain it: copies of a text count once. */
  hits: number
  /** Matching documents in these stories. */
  documents: number
  /** `hits` plus documents outside the signal; null when the background has not been counted yet. */
  background: number | null
}

/** A story of at least two matching documents. */
export interface StoryFacts {
  storyCluster: DocumentId
  documents: number
  /** Distinct outlets of the story. */
  outlets: number
  /** The earliest document. */
  documentId: DocumentId
}

export interface ContextSet {
  candidates: ContextFacts[]
  /** Stories that were read for `hits`. */
  hitsTotal: number
  /** `hitsTotal` plus documents outside the signal read for `background`; 0 when it has not been counted yet. */
  backgroundTotal: number
}

/** The top voices with their names: up to twelve each of news and forums and six others, ordered by their stories and followers (`measureStandings`). */
export interface TopVoices {
  topOutlets: NamedFacts[]
  topAuthors: NamedFacts[]
}

/** The distinctive names and terms. */
export interface DistinctiveContexts {
  entities: ContextSet
  terms: ContextSet
}

/** Everything a report counts, from a single read of the documents, so that its parts agree. */
export interface ReportFacts extends TopVoices, DistinctiveContexts {
  /** The library's revision: a higher one means that documents have changed since. */
  revision: number
  /** Fraction of matching documents that was read, above 0; below 1 when more than about 20,000 match, and counts are then scaled up from it. */
  sampleFraction: number
  /** Documents that were read: equal to `documents` unless sampled. */
  documentsRead: number
  documents: number
  clusters: number | null
  /** Distinct outlets and authors; a lower bound when sampled. */
  outlets: number
  authors: number
  firstAt: string | null
  lastAt: string | null
  tone: ToneCounts
  /** The stories of the documents read, classified by how many of their documents have a tone and which. */
  storyTones?: StoryToneClass[]
  days: DayFacts[]
  /** Distinct stories and outlets of longer intervals; empty when sampled, since a sample cannot count them. */
  weeks: IntervalFacts[]
  months: IntervalFacts[]
  /** By source and kind, most documents first. */
  groups: GroupFacts[]
  bySource: { sourceKey: SourceKey; documents: number }[]
  byKind: { kind: DocumentKind; documents: number; tone: ToneCounts }[]
  byCountry: { country: string | null; basis: CountryBasis | null; documents: number; tone: ToneCounts }[]
  /** The five stories with the most documents, largest first; empty when sampled, since a sample cannot measure their size. */
  topStories?: StoryFacts[]
  /** Ids of documents read: up to 24 newest and 12 most engaged, each of chatter and of all other kinds. */
  newest: DocumentId[]
  mostEngaged: DocumentId[]
}

/** What needs another database query: names and word frequencies. */
export interface VoicesAndContexts extends TopVoices, DistinctiveContexts {}

/** What is known once the documents are read, before any further query. */
export type CountedFacts = Omit<ReportFacts, keyof VoicesAndContexts>

/** The facts of a report in two parts, so that callers can use the first while the second is still being read. */
export interface ReportFactsParts {
  counted: CountedFacts
  /** The matching documents of some days. */
  dayDocuments: DayDocuments
  members: TopicMembers
  /** Already in progress when `counted` is available. Rejects with database errors. */
  voicesAndContexts: Promise<VoicesAndContexts>
}
