import { type Interval, wilsonInterval } from '../series/interval.ts'
import type { GroupedTopic, TopicGroup } from '../meaning/describe-groups.ts'
import { findGroupChanges, type GroupChange } from '../meaning/group-identities.ts'
import { groupTopicInSteps } from '../meaning/group-topic.ts'
import { finish, type Steps } from '../meaning/steps.ts'
import type { WordReader } from '../meaning/word-vectors.ts'
import { daysBetween } from '../series/daily-series.ts'
import { compareText } from '../text/compare-text.ts'

/** The input of narratives; documents with the same `storyId` are copies of one story. */
export interface NarrativeDocument extends LivingDocument {
  title: string
  body: string | null
  storyId: string
}

/** What many documents of a topic are about. */
export interface Narrative extends NarrativeLife {
  /** Its identity, which it keeps while most of its documents stay together. */
  id: string
  /** Its strongest terms; the title of a text that was copied. */
  label: string
  /** A headline that is typical of it; null where none speaks for it. */
  headline: string | null
  /** Id of the document whose headline it is, or of the most typical one. */
  headlineId: string
  /** Words and phrases that set it apart, as its documents write them, most distinctive first. */
  terms: string[]
  /** All its documents with their copies, the most typical first. */
  documentIds: string[]
  stories: number
  /** Its share of the documents that were read, with a 95 % interval that accounts for the unread ones. */
  share: number
  shareInterval: Interval
  cohesion: number
  /** Where it is on the map of the topic; null for a text that was copied. */
  place: TopicGroup['place'] | null
}

export interface NarrativesInput {
  documents: readonly NarrativeDocument[]
  /** Folded words of the query; on their own they cannot name a narrative. */
  own: ReadonlySet<string>
  /** What the words of the library mean; null when it has too few documents to know. */
  reader: WordReader | null
  /** The narrative of each document when they were last found, by document id; null for one in none. */
  before?: ReadonlyMap<string, string | null> | undefined
  /** Maximum number of narratives, largest first. */
  limit: number
}

/** The narratives, and the documents that are in none. */
export interface FoundNarratives {
  narratives: Narrative[]
  unassignedIds: string[]
  /** Places of typical documents on the map of the topic. */
  places: GroupedTopic['places']
  /** What became of the narratives of before. */
  changes: GroupChange[]
  /** Why there are none: the topic has too few documents to group. */
  refusal: GroupedTopic['refusal']
}

/** A text that was copied this often is a narrative of its own where it is in no other, */
const minCopies = 5
/** and in a large topic where it makes this part of all documents. */
const minCopiedPart = 0.02

/**
 * Finds the narratives of a topic's documents (`groupTopic`): copies count as one story, and each document is in one narrative or in none. A text that
 * many outlets copied is a narrative of its own. Largest first.
 */
export function findNarratives(input: NarrativesInput): FoundNarratives {
  return finish(findNarrativesInSteps(input))
}

/** `findNarratives` in steps, for a caller that must answer others in between. */
export function* findNarrativesInSteps({
  documents,
  own,
  reader,
  before,
  limit,
}: NarrativesInput): Steps<FoundNarratives> {
  const { groups, otherIds, places, refusal } = yield* groupTopicInSteps({ documents, own, reader, before })
  yield
  const byId = new Map(documents.map((document) => [document.id, document]))
  const others = otherIds.flatMap((id) => byId.get(id) ?? [])
  const minDocuments = Math.max(minCopies, minCopiedPart * documents.length)
  const copied = refusal === null ? [...Map.groupBy(others, ({ storyId }) => storyId).values()] : []
  const narratives = [
    ...groups.map(({ name: label, ...group }) => ({ ...group, label })),
    ...copied
      .filter((copies) => copies.length >= minDocuments)
      .map((copies) => ({
        id: copies.reduce((low, { id }) => (id < low ? id : low), copies[0]?.id ?? ''),
        label: copies[0]?.title ?? '',
        headline: null,
        headlineId: copies[0]?.id ?? '',
        terms: [],
        documentIds: copies.map(({ id }) => id),
        stories: 1,
        cohesion: 1,
        place: null,
      })),
  ]
    .toSorted((a, b) => b.documentIds.length - a.documentIds.length || (a.id < b.id ? -1 : 1))
    .slice(0, limit)
    .map(({ id, label, headline, headlineId, terms, documentIds, stories, cohesion, place }): Narrative => ({
      id,
      label,
      headline,
      headlineId,
      terms,
      ...narrativeLife(documentIds.flatMap((documentId) => byId.get(documentId) ?? [])),
      documentIds,
      stories,
      share: documentIds.length / documents.length,
      shareInterval: wilsonInterval(documentIds.length, documents.length) ?? { low: 0, high: 1 },
      cohesion: Math.max(0, cohesion),
      place,
    }))
  const assigned = new Set(narratives.flatMap(({ documentIds }) => documentIds))
  return {
    narratives,
    unassignedIds: documents.map(({ id }) => id).filter((id) => !assigned.has(id)),
    places,
    changes: before === undefined ? [] : findGroupChanges(groups, before),
    refusal,
  }
}

/** The fields needed for the life of a narrative; `publishedAt` is ISO 8601 in UTC. */
interface LivingDocument {
  id: string
  publishedAt: string
  outlet: string
  source: string
  country: string | null
}

/** When a narrative began, peaked and last appeared, and how far it spread. */
interface NarrativeLife {
  /** Days that have documents, oldest first. */
  days: { day: string; documents: number }[]
  firstDay: string
  /** The day by which a tenth of its documents were published. */
  riseDay: string
  /** The day with the most documents; the earliest of ties. */
  peakDay: string
  /** The day by which nine tenths of its documents were published. */
  fadeDay: string
  lastDay: string
  /** Days from the first document until half of all were published; 0 when that was the first day. */
  daysToHalf: number
  outlets: number
  sources: number
  /** Distinct known countries; null when no document has one. */
  countries: number | null
  /** Id of the earliest document; the lowest id of ties. */
  originId: string
}

/** Computes the life of a narrative from its documents. Throws a RangeError when there are none. */
function narrativeLife(documents: readonly LivingDocument[]): NarrativeLife {
  const ordered = documents.toSorted((a, b) => compareText(a.publishedAt, b.publishedAt) || compareText(a.id, b.id))
  const [first] = ordered
  const last = ordered.at(-1)
  const at = (part: number) => ordered[Math.ceil(part * ordered.length) - 1]
  const [rise, half, fade] = [at(0.1), at(0.5), at(0.9)]
  if (first === undefined || last === undefined || rise === undefined || half === undefined || fade === undefined)
    throw new RangeError('A narrative has documents')
  const perDay = new Map<string, number>()
  for (const document of ordered) perDay.set(dayOf(document), (perDay.get(dayOf(document)) ?? 0) + 1)
  const days = [...perDay].map(([day, count]) => ({ day, documents: count }))
  const peak = days.reduce((best, day) => (day.documents > best.documents ? day : best))
  const countries = new Set(ordered.map(({ country }) => country).filter((country) => country !== null))
  return {
    days,
    firstDay: dayOf(first),
    riseDay: dayOf(rise),
    peakDay: peak.day,
    fadeDay: dayOf(fade),
    lastDay: dayOf(last),
    daysToHalf: daysBetween(dayOf(first), dayOf(half)),
    outlets: new Set(ordered.map(({ outlet }) => outlet)).size,
    sources: new Set(ordered.map(({ source }) => source)).size,
    countries: countries.size === 0 ? null : countries.size,
    originId: first.id,
  }
}

function dayOf({ publishedAt }: LivingDocument): string {
  return publishedAt.slice(0, 10)
}
