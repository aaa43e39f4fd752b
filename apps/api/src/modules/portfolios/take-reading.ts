import type { Estimate, Momentum, ProjectSource, TrendDay, TrendEvent, TrendLevel, TrendWeek } from '@auspex/sdk/types'
import { addDays } from '@auspex/analytics'
import type { DailyReport } from '../signals/index.ts'
import { isoWeekOf, mondayOf } from './iso-week.ts'

type TopicEvent = DailyReport['events']['events'][number]

/** What a list shows of a report, as it is stored. Every number is the report's own. */
export interface SignalReading {
  momentum: Momentum
  momentumReason: string | null
  level: TrendLevel
  tone: Estimate | null
  sparkline: TrendDay[]
  weeks: TrendWeek[]
  /** The newest, and the largest of the last 90 days. */
  events: NonNullable<TrendEvent>[]
  sources: Omit<ProjectSource, 'signals' | 'failing'>[]
}

export type ReadReport = Pick<DailyReport, 'momentum' | 'tone' | 'events' | 'coverage'> & {
  volume: { days: readonly Pick<DailyReport['volume']['days'][number], 'day' | 'documents' | 'isCovered'>[] }
}

const sparklineDays = 60
const weekCount = 26
const averagedDays = 7
const eventDays = 90
const mostEvents = 5

/** Takes from a report what portfolios and dashboards show of it. */
export function takeReading({ volume, momentum, tone, events, coverage }: ReadReport): SignalReading {
  const last = volume.days.findLastIndex(({ isCovered }) => isCovered)
  // what comes after the last covered day is a gap that has not ended
  const days = volume.days.slice(0, last + 1)
  const { ratio, reason } = momentum
  return {
    momentum: ratio === null ? null : { ...ratio, value: Math.max(0, ratio.value), low: Math.max(0, ratio.low) },
    momentumReason: ratio === null ? reason : null,
    level: toLevel(days),
    tone: tone.mean,
    sparkline: days
      .slice(-sparklineDays)
      .map(({ day, documents, isCovered }) => ({ day, documents: isCovered ? documents : null })),
    weeks: toWeeks(days),
    events: chooseEvents(events.events, days.at(-1)?.day ?? null),
    sources: coverage.sources.map(({ source, label, documents, lastDay }) => {
      const run = coverage.runs.find((each) => each.source === source)
      return {
        source,
        label,
        documents,
        lastDay,
        status: run?.status ?? null,
        reason: run?.reason ?? null,
        at: run?.startedAt ?? null,
      }
    }),
  }
}

function toLevel(days: ReadReport['volume']['days']): TrendLevel {
  const last = days.at(-1)
  if (last === undefined) return null
  const covered = days.slice(-averagedDays).filter(({ isCovered }) => isCovered)
  const average = sumOf(covered) / covered.length
  return {
    day: last.day,
    documents: last.documents,
    average: Math.round(average * 100) / 100,
    coveredDays: covered.length,
  }
}

function toWeeks(days: ReadReport['volume']['days']): TrendWeek[] {
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return []
  const newest = mondayOf(last.day)
  const weeks: TrendWeek[] = []
  for (let n = weekCount - 1; n >= 0; n -= 1) {
    const firstDay = addDays(newest, -7 * n)
    const end = addDays(firstDay, 7)
    if (end <= first.day) continue
    const covered = days.filter(({ day, isCovered }) => isCovered && day >= firstDay && day < end)
    weeks.push({
      week: isoWeekOf(firstDay),
      firstDay,
      documents: covered.length === 0 ? null : sumOf(covered),
      coveredDays: covered.length,
    })
  }
  return weeks
}

function chooseEvents(events: readonly TopicEvent[], lastDay: string | null): NonNullable<TrendEvent>[] {
  const told = events.map(toEvent)
  const newest = told.toSorted((a, b) => (a.day < b.day ? 1 : -1)).slice(0, 1)
  const since = lastDay === null ? '' : addDays(lastDay, -eventDays)
  const largest = told
    .filter((event) => event.day >= since && !newest.includes(event))
    .toSorted((a, b) => (b.ratio ?? 0) - (a.ratio ?? 0))
  return [...newest, ...largest].slice(0, mostEvents)
}

function toEvent({ onset, until, headline, stories, expected }: TopicEvent): NonNullable<TrendEvent> {
  return {
    day: onset,
    title: headline?.title ?? null,
    documentId: headline?.documentId ?? null,
    stories,
    ratio: expected > 0 ? Math.min(1_000_000_000, Math.round((stories / expected) * 100) / 100) : null,
    isOver: until !== null,
  }
}

function sumOf(days: readonly { documents: number }[]): number {
  return days.reduce((sum, { documents }) => sum + documents, 0)
}
