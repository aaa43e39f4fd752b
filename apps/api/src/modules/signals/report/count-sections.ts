import type { QueryEcho, SourceKey } from '@auspex/sdk/types'
import { yieldToEventLoop } from '../../../adapters/database/turns/yield-to-event-loop.ts'
import type { CountedFacts } from '../../documents/index.ts'
import { reportDays } from './day-range.ts'
import { buildInflections } from './inflections-section.ts'
import type { SourceHolding } from './library.ts'
import { buildLocations } from './locations-section.ts'
import { buildMomentum, measuredDays } from './momentum-section.ts'
import { buildTone } from './tone-section.ts'
import { sumHoldings } from './totals.ts'
import { buildVolume } from './volume-section.ts'

/** What the sections that need only counts are made of. */
export interface CountInput {
  facts: CountedFacts
  echo: QueryEcho
  holdings: readonly SourceHolding[]
  computedAt: Date
}

export type CountedSections = ReturnType<typeof countSections>

/** The sections that need only counts, which is most of the work of a report. Pure. */
export function countSections(input: CountInput) {
  const days = countDays(input)
  return toSections({ days, ...buildMomentum(days), ...countInflections(input, days), ...countTone(input) })
}

/** As `countSections`; the answers of the database are read and its next questions sent between the sections. */
export async function countSectionsInTurns(input: CountInput): Promise<CountedSections> {
  await yieldToEventLoop()
  const days = countDays(input)
  await yieldToEventLoop()
  const momentum = buildMomentum(days)
  await yieldToEventLoop()
  const inflections = countInflections(input, days)
  await yieldToEventLoop()
  return toSections({ days, ...momentum, ...inflections, ...countTone(input) })
}

function countDays({ facts, echo, holdings, computedAt }: CountInput) {
  const { span, totals } = sumHoldings(holdings)
  const today = computedAt.toISOString().slice(0, 10)
  const { firstDay, lastDay } = reportDays({
    firstMatch: dayOf(facts.firstAt),
    lastMatch: dayOf(facts.lastAt),
    library: span,
    query: echo,
    today,
  })
  const complete = new Set(holdings.filter((holding) => holding.complete).map(({ source }) => source))
  const completeByDay = new Map(facts.days.map(({ day, sources }) => [day, countOf(sources, complete)]))
  const volume = buildVolume({
    firstDay,
    lastDay,
    days: facts.days.map((day) => ({
      ...day,
      storyClusters: day.clusters,
      outlets: day.outlets,
      completeDocuments: completeByDay.get(day.day) ?? 0,
    })),
    totals,
    sources: facts.bySource.map(({ sourceKey, documents }) => ({ source: sourceKey, documents })),
    kinds: facts.byKind.map(({ kind, documents }) => ({ kind, documents })),
  })
  // of the days before a first day that was asked for nothing was counted, so they are no zeros
  const known = echo.startDate === null ? span : null
  const days = measuredDays({ days: volume.days, completeByDay, span: known, totals })
  return { firstDay, lastDay, today, volume, days, asOf: lastDay }
}

function countInflections({ facts }: CountInput, { days, firstDay, lastDay, today }: ReturnType<typeof countDays>) {
  const factor = facts.sampled ? facts.documents / Math.max(1, facts.documentsRead) : 1
  return { inflections: buildInflections({ days, firstDay, lastDay, today, factor }) }
}

function countTone({ facts }: CountInput) {
  return {
    tone: buildTone(facts),
    locations: buildLocations({ places: facts.byCountry, documents: facts.documents }),
  }
}

function toSections<Others>({ days, ...others }: Others & { days: ReturnType<typeof countDays> }) {
  const { firstDay, lastDay, volume } = days
  return { firstDay, lastDay, volume, ...others }
}

function dayOf(instant: string | null): string | null {
  return instant?.slice(0, 10) ?? null
}

function countOf(sources: Partial<Record<SourceKey, number>>, wanted: ReadonlySet<SourceKey>): number {
  let count = 0
  for (const source of wanted) count += sources[source] ?? 0
  return count
}
