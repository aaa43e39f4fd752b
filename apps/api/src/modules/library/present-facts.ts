import { backgroundWithoutSignal, type IntervalFacts } from '@auspex/analytics'
import type { IntervalTally } from './count-intervals.ts'
import { type RowCounts, splitGroupKey, splitPlaceKey } from './count-rows.ts'
import { countryBasisCodes, decode, decodeCountry, kindCodes } from './document-codes.ts'
import { toDocumentId } from './document-id.ts'
import type { ContextsRow } from './report-facts.sql.ts'
import type {
  ContextSet,
  CountedFacts,
  DistinctiveContexts,
  GroupFacts,
  NamedFacts,
  ReportFacts,
  TopVoices,
} from './report-facts.types.ts'
import type { Voice, VoiceNames, VoiceOrder, Voices } from './voices.ts'
import { decodeSource } from './source-codes.ts'
import type { ToneCounts } from './tally.ts'

const dayMs = 86_400_000

/** Converts counts to a report's facts; a fraction below 1 is that of a sample, and counts are scaled up. */
export function presentCounts({
  revision,
  counts,
  sampleFraction,
}: {
  revision: number
  counts: RowCounts
  sampleFraction: number
}): Omit<CountedFacts, 'topStories' | 'storyTones'> {
  const { total } = counts
  const isSample = sampleFraction < 1
  const scale = scaleToAll(sampleFraction)
  const tone = (counted: ToneCounts) => scaleTone(counted, sampleFraction)
  // a sample of documents splits stories and misses outlets
  const unlessSampled = (n: number) => (isSample ? null : n)
  return {
    revision,
    sampleFraction,
    documentsRead: total.documents,
    documents: scale(total.documents),
    clusters: unlessSampled(counts.clusters),
    outlets: counts.outlets.size,
    authors: counts.authors.size,
    firstAt: total.documents === 0 ? null : toInstant(counts.firstMicros),
    lastAt: total.documents === 0 ? null : toInstant(counts.lastMicros),
    tone: tone(total.tone),
    days: [...counts.days]
      .toSorted(([a], [b]) => a - b)
      .map(([number, day]) => ({
        day: toDay(number),
        documents: scale(day.documents),
        clusters: unlessSampled(day.clusters),
        outlets: unlessSampled(day.outlets.size),
        tone: tone(day.tone),
      })),
    weeks: presentIntervals(isSample ? null : counts.intervals.weeks),
    months: presentIntervals(isSample ? null : counts.intervals.months),
    groups: presentGroups(counts, scale),
    bySource: sumBySource(counts, scale),
    byKind: [...counts.kinds]
      .toSorted(([a, x], [b, y]) => y.documents - x.documents || a - b)
      .map(([kind, tally]) => ({
        kind: decode(kindCodes, kind),
        documents: scale(tally.documents),
        tone: tone(tally.tone),
      })),
    byCountry: [...counts.places]
      .toSorted(([a, x], [b, y]) => y.documents - x.documents || unknownLast(a) - unknownLast(b) || a - b)
      .map(([place, tally]) => ({ ...toPlace(place), documents: scale(tally.documents), tone: tone(tally.tone) })),
    newest: counts.newest.map((id) => toDocumentId(String(id))),
    mostEngaged: counts.mostEngaged.map((id) => toDocumentId(String(id))),
  }
}

/** Converts the distinctive names and terms of `contextsStatement`, counted by story; background counts exclude the signal's own documents. */
export function presentContexts(
  row: ContextsRow,
  { documentsRead, documents }: { documentsRead: number; documents: number },
): DistinctiveContexts {
  const libraryDocuments = row.entity_library
  return {
    entities: toContextSet(row.entities, {
      stories: row.entity_stories,
      around: {
        sampledDocuments: documentsRead,
        matchingDocuments: documents,
        backgroundTotal: libraryDocuments,
        libraryDocuments,
      },
    }),
    terms: toContextSet(row.terms, {
      stories: row.term_stories,
      around: {
        sampledDocuments: row.term_documents,
        matchingDocuments: documents,
        backgroundTotal: row.term_library,
        libraryDocuments,
      },
    }),
  }
}

type AroundSizes = Omit<Parameters<typeof backgroundWithoutSignal>[0], 'hits' | 'background'>

/** Hits count stories, but the library counts documents: those of the signal leave the background, and its stories come back as hits. */
function toContextSet(
  rows: ContextsRow['terms'],
  { stories, around }: { stories: number; around: AroundSizes },
): ContextSet {
  const { backgroundTotal } = around
  const outside =
    backgroundWithoutSignal({ ...around, hits: 0, background: 0 }).backgroundTotal - around.sampledDocuments
  return {
    candidates: (rows ?? []).map(([name, hits, background, documents]) => ({
      name,
      hits,
      documents,
      background:
        background === null
          ? null
          : backgroundWithoutSignal({ ...around, hits: documents, background }).background - documents + hits,
    })),
    hitsTotal: stories,
    // 0 means that the library has not been counted yet, which the stories alone must not hide
    backgroundTotal: backgroundTotal === 0 ? 0 : outside + stories,
  }
}

/** The top voices with their names. */
export function presentVoices(input: {
  voices: Voices
  names: VoiceNames
  /** Null when a sample was read. */
  positions: VoiceOrder | null
  sampleFraction: number
}): TopVoices {
  const { voices, names, positions, sampleFraction } = input
  const present = (heard: Voice[], known: Map<number, string>, positionsByVoice: VoiceOrder['outlets'] | undefined) =>
    heard.flatMap((voice): NamedFacts[] => {
      const name = known.get(voice.id)
      return name === undefined
        ? []
        : [{ ...presentVoice(voice, { name, sampleFraction }), ...presentPosition(positionsByVoice, voice.id) }]
    })
  return {
    topOutlets: present(voices.outlets, names.outlets, positions?.outlets),
    topAuthors: present(voices.authors, names.authors, positions?.authors),
  }
}

/** Scales a count in a sample to all documents. */
export function scaleToAll(sampleFraction: number): (n: number) => number {
  return (n) => Math.round(n / sampleFraction)
}

function scaleTone(counted: ToneCounts, sampleFraction: number): ToneCounts {
  if (sampleFraction === 1) return counted
  const scale = scaleToAll(sampleFraction)
  return {
    negative: scale(counted.negative),
    neutral: scale(counted.neutral),
    positive: scale(counted.positive),
    unknown: scale(counted.unknown),
    sum: counted.sum / sampleFraction,
    sumOfSquares: counted.sumOfSquares / sampleFraction,
  }
}

function presentVoice(
  { tally, standing }: Voice,
  { name, sampleFraction }: { name: string; sampleFraction: number },
): Omit<NamedFacts, 'sharedStories' | 'earliness'> {
  const scale = scaleToAll(sampleFraction)
  return {
    name,
    group: standing.group,
    // a sample of documents splits stories
    stories: sampleFraction < 1 ? null : standing.stories,
    followers: sampleFraction < 1 ? null : standing.followers,
    sourceKey: decodeSource(tally.source),
    firstDay: toDay(tally.firstDay),
    lastDay: toDay(tally.lastDay),
    documents: scale(tally.documents),
    score: tally.score === null ? null : scale(tally.score),
    comments: tally.comments === null ? null : scale(tally.comments),
    tone: scaleTone(tally.tone, sampleFraction),
  }
}

function presentPosition(
  positions: VoiceOrder['outlets'] | undefined,
  voice: number,
): Pick<NamedFacts, 'sharedStories' | 'earliness'> {
  if (positions === undefined) return { sharedStories: null, earliness: null }
  const position = positions.get(voice)
  if (position === undefined) return { sharedStories: 0, earliness: null }
  // the last digits of a mean depend on the order of its terms, which may differ between two reads
  return { ...position, earliness: Math.round(position.earliness * 1e6) / 1e6 }
}

function presentIntervals(intervals: ReadonlyMap<number, IntervalTally> | null): IntervalFacts[] {
  return [...(intervals ?? [])]
    .toSorted(([a], [b]) => a - b)
    .map(([first, { clusters, outlets }]) => ({ firstDay: toDay(first), clusters, outlets }))
}

function presentGroups({ groups, groupStories, groupOutlets }: RowCounts, scale: (n: number) => number): GroupFacts[] {
  const toDays = (days: ReadonlyMap<number, number> = new Map()) =>
    new Map([...days].toSorted(([a], [b]) => a - b).map(([day, n]) => [toDay(day), scale(n)]))
  return [...groups]
    .map(([key, days]) => ({ key, days, documents: [...days.values()].reduce((sum, n) => sum + n, 0) }))
    .toSorted((a, b) => b.documents - a.documents || a.key - b.key)
    .map(({ key, days, documents }) => {
      const { source, kind } = splitGroupKey(key)
      return {
        sourceKey: decodeSource(source),
        kind: decode(kindCodes, kind),
        documents: scale(documents),
        days: toDays(days),
        storyDays: toDays(groupStories.get(key)),
        outlets: [...(groupOutlets.get(key) ?? [])]
          .toSorted(([a, x], [b, y]) => y - x || a - b)
          .map(([outlet, n]) => ({ outlet, documents: scale(n) })),
      }
    })
}

function sumBySource({ groups }: RowCounts, scale: (n: number) => number): ReportFacts['bySource'] {
  const totals = new Map<number, number>()
  for (const [key, days] of groups) {
    const { source } = splitGroupKey(key)
    for (const documents of days.values()) totals.set(source, (totals.get(source) ?? 0) + documents)
  }
  return [...totals]
    .toSorted(([a, x], [b, y]) => y - x || a - b)
    .map(([source, documents]) => ({ sourceKey: decodeSource(source), documents: scale(documents) }))
}

function unknownLast(place: number): number {
  return splitPlaceKey(place).country === 0 ? 1 : 0
}

function toPlace(place: number): Pick<ReportFacts['byCountry'][number], 'country' | 'basis'> {
  const { country, basis } = splitPlaceKey(place)
  return {
    country: decodeCountry(country),
    basis: basis === 0 ? null : decode(countryBasisCodes, basis),
  }
}

/** A report repeats its days dozens of times, and formatting a date takes longer than a look-up; grows only to the number of days in a library. */
const writtenDays = new Map<number, string>()

export function toDay(number: number): string {
  let day = writtenDays.get(number)
  if (day === undefined) writtenDays.set(number, (day = new Date(number * dayMs).toISOString().slice(0, 10)))
  return day
}

/** Microseconds since 1970 as an instant. */
export function toInstant(micros: number): string {
  return new Date(micros / 1000).toISOString()
}
