import type { DocumentsModule, LibraryGroup } from '../../library/index.ts'
import { addDays, coveredArchives } from '@auspex/analytics'
import { listDays } from '@auspex/contract/days'
import type { DaySpan, DocumentKind, SourceKey } from '@auspex/sdk/types'
import { LRUCache } from 'lru-cache'

/** What the library holds by day of one archive of one kind of document of a source: the denominators of a report. */
export interface GroupHolding {
  source: SourceKey
  kind: DocumentKind
  /** Its first and last covered day if the source has several archives of the kind; null when it is the only one. */
  archive: DaySpan | null
  /** The days that belong to it, covered or not; null where unbounded. Those of several archives of a kind do not overlap. */
  fromDay: string | null
  beforeDay: string | null
  /** Whether the library holds all of it, so that its totals are exact. */
  complete: boolean
  total: number
  /** First day of its documents up to today; null when all are dated later. */
  firstDay: string | null
  lastDay: string | null
  /** Documents of each day that has any, future days included. */
  days: ReadonlyMap<string, number>
  /** The days that it covers, oldest first; a day is covered only once it is over. */
  spans: readonly DaySpan[]
}

export interface LibraryFacts {
  revision: number
  holdings: readonly GroupHolding[]
  /** The last day on which any document is dated, future days included; empty when the library is empty. */
  newestDay: string
}

/** Past days whose library is cached, of which each takes about as much as the library of today. */
const maxPastDays = 8

export type Library = ReturnType<typeof createLibrary>

/** The library as a whole. Facts of one revision change only when a day ends, so they are read once a day and cached. */
export function createLibrary(documents: DocumentsModule) {
  let cached: (LibraryFacts & { today: string }) | null = null
  /** What was known on past days, by day. */
  const past = new LRUCache<string, LibraryFacts>({ max: maxPastDays })
  return {
    /**
     * The library at `revision`, or at a later one if it has changed since, as seen on `today`; with `asOf` what of it was known at the end of that
     * day.
     */
    async at(revision: number, today: string, asOf: string | null = null): Promise<LibraryFacts> {
      if (asOf !== null) {
        const key = `${asOf} ${today}`
        const cachedFacts = past.get(key)
        if (cachedFacts?.revision === revision) return cachedFacts
        const facts = toFacts(await documents.readGroups(asOf), today)
        past.set(key, facts)
        return facts
      }
      if (cached?.revision !== revision || cached.today !== today) {
        cached = { ...toFacts(await documents.readGroups(), today), today }
      }
      return cached
    },
  }
}

function toFacts(
  { groups, revision }: Awaited<ReturnType<DocumentsModule['readGroups']>>,
  today: string,
): LibraryFacts {
  const newestDay = groups.reduce((newest, { days }) => later(newest, lastOf(days)), '')
  return { revision, newestDay, holdings: toHoldings(groups, today) }
}

/**
 * Groups with the days they cover. A group filled by searches covers all days from its first to its last: what they left out is unknown, so nothing
 * can be called a gap. Today is not over and future days have not begun, even if documents are dated there.
 */
export function toHoldings(groups: readonly LibraryGroup[], today: string): GroupHolding[] {
  const nonEmptyGroups = groups.filter(({ days }) => days.size > 0)
  const yesterday = addDays(today, -1)
  const lastWholeDay = nonEmptyGroups.reduce((latest, { days }) => later(latest, lastOf(days, yesterday)), '')
  return nonEmptyGroups.flatMap(({ sourceKey: source, kind, complete, days }) => {
    const [first = ''] = days.keys()
    const archives = complete
      ? findArchives(days, first, lastWholeDay)
      : [{ ...allDays, spans: spanOf(first, lastOf(days, yesterday)) }]
    return archives.map(({ spans, ...range }): GroupHolding => {
      const archiveDays = archives.length === 1 ? days : daysOf(days, range)
      const [firstDay = first] = archiveDays.keys()
      const lastDay = lastOf(archiveDays, today)
      const [begin, end] = [spans[0], spans.at(-1)]
      return {
        source,
        kind,
        archive:
          archives.length === 1 || begin === undefined || end === undefined
            ? null
            : { firstDay: begin.firstDay, lastDay: end.lastDay },
        ...range,
        complete,
        total: sumOf(archiveDays),
        firstDay: lastDay === '' ? null : firstDay,
        lastDay: lastDay === '' ? null : lastDay,
        days: archiveDays,
        spans,
      }
    })
  })
}

interface DayBounds {
  fromDay: string | null
  beforeDay: string | null
}

const allDays: DayBounds = { fromDay: null, beforeDay: null }

/** The values of the days that belong to an archive. */
export function daysOf(days: ReadonlyMap<string, number>, { fromDay, beforeDay }: DayBounds): Map<string, number> {
  return new Map(
    [...days].filter(([day]) => (fromDay === null || day >= fromDay) && (beforeDay === null || day < beforeDay)),
  )
}

/** The archives of a group, oldest first. Days that no archive covers belong to the one before, or to the first. */
function findArchives(
  days: ReadonlyMap<string, number>,
  from: string,
  to: string,
): (DayBounds & { spans: GroupHolding['spans'] })[] {
  if (to < from) return [{ ...allDays, spans: [] }]
  const calendar = listDays(from, to)
  const archives = coveredArchives(calendar.map((day) => days.get(day) ?? 0))
  if (archives.length === 0) return [{ ...allDays, spans: [] }]
  return archives.map((archive, index) => ({
    fromDay: index === 0 ? null : (calendar[archive.from] ?? null),
    beforeDay: calendar[archives[index + 1]?.from ?? calendar.length] ?? null,
    spans: archive.runs.map((run) => ({
      firstDay: calendar[run.from] ?? from,
      lastDay: calendar[run.to - 1] ?? to,
    })),
  }))
}

function spanOf(firstDay: string, lastDay: string): DaySpan[] {
  return lastDay < firstDay ? [] : [{ firstDay, lastDay }]
}

/** The last of the days, optionally up to `until`; empty when there is none. */
function lastOf(days: ReadonlyMap<string, number>, until = '9999-12-31'): string {
  let last = ''
  for (const day of days.keys()) if (day <= until) last = day
  return last
}

function later(a: string, b: string): string {
  return a > b ? a : b
}

function sumOf(days: ReadonlyMap<string, number>): number {
  let sum = 0
  for (const documents of days.values()) sum += documents
  return sum
}
