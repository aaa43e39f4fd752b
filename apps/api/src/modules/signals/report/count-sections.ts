import { addDays } from '@auspex/analytics'
import type { QueryEcho, SourceKey } from '@auspex/sdk/types'
import { yieldToEventLoop } from '../../../adapters/database/turns/yield-to-event-loop.ts'
import type { CountedFacts, DayDocuments } from '../../documents/index.ts'
import { coverTopic } from './covered-topic.ts'
import { reportDays } from './day-range.ts'
import { findTopicEvents } from './events-section.ts'
import { buildInflections } from './inflections-section.ts'
import type { GroupHolding } from './library.ts'
import { buildLocations } from './locations-section.ts'
import { buildMomentum } from './momentum-section.ts'
import { buildTone } from './tone-section.ts'
import { buildVolume } from './volume-section.ts'

/** What the sections that need only counts are made of. */
export interface CountInput {
  facts: CountedFacts
  dayDocuments: DayDocuments
  echo: QueryEcho
  holdings: readonly GroupHolding[]
  labelOf: (source: SourceKey) => string
  computedAt: Date
}

export type CountedSections = ReturnType<typeof countSections>

/** The sections that need only counts, which is most of the work of a report, and the events that are still to be told. Pure. */
export function countSections(input: CountInput) {
  const days = countDays(input)
  return toSections(days, {
    ...buildMomentum(days.topic),
    ...countInflections(input, days),
    events: countEvents(input, days),
    ...countTone(input, days),
  })
}

/** As `countSections`; the answers of the database are read and its next questions sent between the sections. */
export async function countSectionsInTurns(input: CountInput): Promise<CountedSections> {
  await yieldToEventLoop()
  const days = countDays(input)
  await yieldToEventLoop()
  const momentum = buildMomentum(days.topic)
  await yieldToEventLoop()
  const inflections = countInflections(input, days)
  await yieldToEventLoop()
  const events = countEvents(input, days)
  await yieldToEventLoop()
  return toSections(days, { ...momentum, ...inflections, events, ...countTone(input, days) })
}

/** First and last day that a report speaks of. */
export function daysOfReport({
  facts,
  echo,
  holdings,
  computedAt,
}: Pick<CountInput, 'echo' | 'holdings' | 'computedAt'> & { facts: Pick<CountedFacts, 'firstAt' | 'lastAt'> }) {
  return reportDays({
    firstMatch: dayOf(facts.firstAt),
    lastMatch: dayOf(facts.lastAt),
    library: spanOf(holdings),
    query: echo,
    today: computedAt.toISOString().slice(0, 10),
  })
}

function countDays(input: CountInput) {
  const { facts, echo, holdings, labelOf, computedAt } = input
  const today = computedAt.toISOString().slice(0, 10)
  const { firstDay, lastDay } = daysOfReport(input)
  const topic = coverTopic({ facts, holdings, echo, firstDay, lastDay })
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

/** First and last day up to today with any document of what is measured; null when nothing is held. */
function spanOf(holdings: readonly GroupHolding[]): { firstDay: string; lastDay: string } | null {
  const firstDay = holdings.flatMap((holding) => holding.firstDay ?? []).toSorted()[0]
  const lastDay = holdings
    .flatMap((holding) => holding.lastDay ?? [])
    .toSorted()
    .at(-1)
  return firstDay === undefined || lastDay === undefined ? null : { firstDay, lastDay }
}

/** How many documents stand for one that was read. */
function factorOf({ sampleFraction }: CountInput['facts']): number {
  return 1 / sampleFraction
}

function countInflections({ facts }: CountInput, { topic, firstDay }: ReturnType<typeof countDays>) {
  return { inflections: buildInflections({ topic, firstDay, factor: factorOf(facts) }) }
}

function countEvents({ facts, dayDocuments }: CountInput, { topic, firstDay }: ReturnType<typeof countDays>) {
  return findTopicEvents({ topic, dayDocuments, firstDay, factor: factorOf(facts) })
}

function countTone({ facts }: CountInput, { lastDay }: ReturnType<typeof countDays>) {
  return {
    tone: buildTone({ ...facts, days: facts.days.filter(({ day }) => day <= lastDay) }),
    locations: buildLocations({ places: facts.byCountry, documents: facts.documents }),
  }
}

function toSections<Others>({ firstDay, lastDay, volume }: ReturnType<typeof countDays>, others: Others) {
  return { firstDay, lastDay, volume, ...others }
}

function dayOf(instant: string | null): string | null {
  return instant?.slice(0, 10) ?? null
}
