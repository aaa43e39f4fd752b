import { addDays, mondayOf } from '@auspex/contract/days'
import type { Estimate, Momentum, ProjectSource, TrendDay, TrendEvent, TrendLevel, TrendWeek } from '@auspex/sdk/types'
import type { DailyReport } from './daily-report.ts'

type TopicEvent = DailyReport['events']['events'][number]

/** What lists show of a report, as stored. Every number is the report's own. */
export interface SignalReading {
  momentum: Momentum
  momentumReason: string | null
  level: TrendLevel
  tone: Estimate | null
  sparkline: TrendDay[]
  weeks: TrendWeek[]
  /** The newest events, and the largest of the last 90 days. */
  events: NonNullable<TrendEvent>[]
  sources: Omit<ProjectSource, 'signals' | 'failing'>[]
}

type MeasuredDay = DailyReport['volume']['days'][number]

const sparklineDays = 60
const weekCount = 26
const averagedDays = 7
const eventDays = 90
const maxEvents = 5

/** Extracts what portfolios and dashboards show from a report. */
export function takeReading({ volume, momentum, tone, events, coverage }: DailyReport): SignalReading {
  const last = volume.days.findLastIndex(({ isCovered }) => isCovered)
  // the days after the last covered one are a gap that has not ended
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

function toLevel(days: readonly MeasuredDay[]): TrendLevel {
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

function toWeeks(days: readonly MeasuredDay[]): TrendWeek[] {
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
  const trendEvents = events.map(toEvent)
  const newest = trendEvents.toSorted((a, b) => (a.day < b.day ? 1 : -1)).slice(0, 1)
  const since = lastDay === null ? '' : addDays(lastDay, -eventDays)
  const largest = trendEvents
    .filter((event) => event.day >= since && !newest.includes(event))
    .toSorted((a, b) => (b.ratio ?? 0) - (a.ratio ?? 0))
  return [...newest, ...largest].slice(0, maxEvents)
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

/** The ISO 8601 week of a Monday: it belongs to the year that contains its Thursday. */
function isoWeekOf(monday: string): string {
  const year = addDays(monday, 3).slice(0, 4)
  const firstMonday = mondayOf(`${year}-01-04`)
  const week = 1 + Math.round((Date.parse(monday) - Date.parse(firstMonday)) / (7 * 86_400_000))
  return `${year}-W${String(week).padStart(2, '0')}`
}
