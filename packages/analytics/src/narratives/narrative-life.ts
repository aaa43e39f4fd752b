import { daysBetween } from '../series/daily-series.ts'

/** What the life of a narrative is read from; `publishedAt` is ISO 8601 in UTC. */
export interface LivingDocument {
  id: string
  publishedAt: string
  outlet: string
  source: string
  country: string | null
}

/** When a narrative began, peaked and was last heard, and how far it went. */
export interface NarrativeLife {
  /** Days that have documents, oldest first. */
  days: { day: string; documents: number }[]
  firstDay: string
  /** The day with most documents; the earliest of equals. */
  peakDay: string
  lastDay: string
  /** Days from the first document until half of all were there; 0 when that was the first day. */
  daysToHalf: number
  outlets: number
  sources: number
  /** Distinct known countries; null when no document has one. */
  countries: number | null
  /** Id of the earliest document; of equals the lowest. */
  originId: string
}

/** Reads the life of a narrative from its documents, which must be one or more. Throws a RangeError for none. */
export function narrativeLife(documents: readonly LivingDocument[]): NarrativeLife {
  const ordered = documents.toSorted((a, b) => compareText(a.publishedAt, b.publishedAt) || compareText(a.id, b.id))
  const [first] = ordered
  const last = ordered.at(-1)
  const half = ordered[Math.ceil(ordered.length / 2) - 1]
  if (first === undefined || last === undefined || half === undefined) throw new RangeError('A narrative has documents')
  const perDay = new Map<string, number>()
  for (const document of ordered) perDay.set(dayOf(document), (perDay.get(dayOf(document)) ?? 0) + 1)
  const days = [...perDay].map(([day, count]) => ({ day, documents: count }))
  const peak = days.reduce((best, day) => (day.documents > best.documents ? day : best))
  const countries = new Set(ordered.map(({ country }) => country).filter((country) => country !== null))
  return {
    days,
    firstDay: dayOf(first),
    peakDay: peak.day,
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

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
