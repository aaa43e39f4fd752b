import { addDays, buildInflections, buildMomentum, buildTone, meanTone } from '@auspex/analytics'
import type { QueryEcho, SourceKey, LocationsSection, Place } from '@auspex/sdk/types'
import type { StepsResult } from '../../../adapters/database/turns/steps.ts'
import type {
  CountedFacts,
  DayDocuments,
  OutletWeeks,
  TopicCarriers,
  ReportFacts,
  ToneCounts,
} from '../../library/index.ts'
import { coverTopic } from './covered-topic.ts'
import { reportDays } from './day-range.ts'
import { findTopicEvents } from './events-section.ts'
import { findSampleShifts } from './lasting-level.ts'
import type { GroupHolding } from './library.ts'
import { buildVolume } from './volume-section.ts'

/** Input of the sections that need only counts. */
export interface CountInput {
  facts: CountedFacts
  dayDocuments: DayDocuments
  echo: QueryEcho
  holdings: readonly GroupHolding[]
  outletWeeks: readonly OutletWeeks[]
  carriers: readonly TopicCarriers[] | null
  labelOf: (source: SourceKey) => string
  computedAt: Date
}

export type CountedSections = StepsResult<ReturnType<typeof countSections>>

/**
 * The sections that need only counts, which are most of the work of a report, and the events that still need their titles. Pauses between them so
 * that database answers are read and the next statements sent.
 */
export function* countSections(input: CountInput) {
  yield
  const days = yield* countDays(input)
  yield
  const momentum = buildMomentum(days.topic)
  yield
  const inflections = countInflections(input, days)
  yield
  const events = countEvents(input, days)
  yield
  return toSections(days, { ...momentum, ...inflections, events, ...countTone(input, days) })
}

interface DaysInput {
  facts: { firstAt: CountedFacts['firstAt']; lastAt: CountedFacts['lastAt'] }
  echo: QueryEcho
  holdings: readonly GroupHolding[]
  computedAt: Date
}

/** The day on which the library is looked at: that of the measurement, or the past day that the query asks about. */
function todayOf({ echo, computedAt }: { echo: QueryEcho; computedAt: Date }): string {
  return echo.asOf ?? computedAt.toISOString().slice(0, 10)
}

/** First and last day of the report. */
export function daysOfReport({ facts, echo, holdings, computedAt }: DaysInput) {
  return reportDays({
    firstMatch: dayOf(facts.firstAt),
    lastMatch: dayOf(facts.lastAt),
    library: spanOf(holdings),
    query: echo,
    today: todayOf({ echo, computedAt }),
  })
}

function* countDays(input: CountInput) {
  const { facts, echo, holdings, outletWeeks, carriers, labelOf } = input
  const today = todayOf(input)
  const { firstDay, lastDay } = daysOfReport(input)
  const topic = yield* coverTopic({ facts, holdings, outletWeeks, carriers, echo, firstDay, lastDay })
  yield
  const volume = buildVolume({
    firstDay,
    lastDay,
    yesterday: addDays(today, -1),
    days: facts.days,
    weeks: facts.weeks,
    months: facts.months,
    topic,
    sources: facts.bySource.map(({ sourceKey, documents }) => ({ source: sourceKey, documents })),
    kinds: facts.byKind.map(({ kind, documents }) => ({ kind, documents })),
    labelOf,
  })
  return { firstDay, lastDay, topic, volume }
}

type CountedDays = StepsResult<ReturnType<typeof countDays>>

/** First and last day up to today with any document of the measured groups; null when there is none. */
function spanOf(holdings: readonly GroupHolding[]): { firstDay: string; lastDay: string } | null {
  const firstDay = holdings.flatMap((holding) => holding.firstDay ?? []).toSorted()[0]
  const lastDay = holdings
    .flatMap((holding) => holding.lastDay ?? [])
    .toSorted()
    .at(-1)
  return firstDay === undefined || lastDay === undefined ? null : { firstDay, lastDay }
}

/** How many documents each document read represents. */
function factorOf({ sampleFraction }: CountInput['facts']): number {
  return 1 / sampleFraction
}

function countInflections({ facts, outletWeeks }: CountInput, { topic, firstDay, volume }: CountedDays) {
  const inflections = buildInflections({ topic, firstDay, factor: factorOf(facts) })
  return { inflections, sampleShifts: findSampleShifts({ inflections, volume, groups: facts.groups, outletWeeks }) }
}

function countEvents({ facts, dayDocuments }: CountInput, { topic, firstDay, volume }: CountedDays) {
  return findTopicEvents({ topic, dayDocuments, firstDay, factor: factorOf(facts), days: volume.days })
}

function countTone({ facts }: CountInput, { lastDay }: CountedDays) {
  return {
    tone: buildTone({ ...facts, days: facts.days.filter(({ day }) => day <= lastDay) }),
    locations: buildLocations({ places: facts.byCountry, documents: facts.documents }),
  }
}

function toSections<Others>({ firstDay, lastDay, volume }: CountedDays, others: Others) {
  return { firstDay, lastDay, volume, ...others }
}

function dayOf(instant: string | null): string | null {
  return instant?.slice(0, 10) ?? null
}

interface LocationsInput {
  /** Documents by country and by whether the country is that of the source, the content or the author. */
  places: ReportFacts['byCountry']
  /** All matching documents. */
  documents: number
}

/** Where documents come from; a document without a country is counted as unknown, never spread over the others. */
export function buildLocations({ places, documents }: LocationsInput): LocationsSection {
  const basis = { source: 0, content: 0, author: 0 }
  const byCountry = new Map<string, { documents: number; tone: ToneCounts }>()
  for (const countryFacts of places) {
    if (countryFacts.country === null) continue
    if (countryFacts.basis !== null) basis[countryFacts.basis] += countryFacts.documents
    const sum = byCountry.get(countryFacts.country)
    byCountry.set(
      countryFacts.country,
      sum === undefined
        ? countryFacts
        : { documents: sum.documents + countryFacts.documents, tone: addTone(sum.tone, countryFacts.tone) },
    )
  }
  const knownDocuments = [...byCountry.values()].reduce((sum, index) => sum + index.documents, 0)
  const countries = [...byCountry].map(([country, countryFacts]): Place => ({
    country,
    documents: countryFacts.documents,
    share: countryFacts.documents / knownDocuments,
    toneMean: meanTone(countryFacts.tone),
  }))
  countries.sort((a, b) => b.documents - a.documents || (a.country < b.country ? -1 : 1))
  return {
    section: 'locations',
    countries,
    known: knownDocuments,
    unknown: Math.max(0, documents - knownDocuments),
    basis,
  }
}

function addTone(a: ToneCounts, b: ToneCounts): ToneCounts {
  return {
    positive: a.positive + b.positive,
    neutral: a.neutral + b.neutral,
    negative: a.negative + b.negative,
    unknown: a.unknown + b.unknown,
    sum: a.sum + b.sum,
    sumOfSquares: a.sumOfSquares + b.sumOfSquares,
  }
}
