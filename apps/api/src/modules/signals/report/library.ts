import { addDays, coveredArchives } from '@auspex/analytics'
import type { DaySpan, DocumentKind, SourceKey } from '@auspex/sdk/types'
import type { DocumentsModule, HeldGroup } from '../../documents/index.ts'
import { listDays } from '@auspex/contract/days'

/** What the library holds of one archive of one kind of document of a source, by day: the denominators of a report. */
export interface GroupHolding {
  source: SourceKey
  kind: DocumentKind
  /** Its first and last covered day, where the source has several archives of the kind; null where it is the only one. */
  archive: DaySpan | null
  /** The days that belong to it, covered or not; null where nothing bounds them. Those of the archives of a kind do not overlap. */
  fromDay: string | null
  beforeDay: string | null
  /** Whether the library holds all of it, so that its totals are true. */
  complete: boolean
  total: number
  /** Of its documents up to today; null where all are dated later. */
  firstDay: string | null
  lastDay: string | null
  /** Documents of each day that has any, of days to come too. */
  days: ReadonlyMap<string, number>
  /** The days that it covers, oldest first: none before it is over. */
  spans: readonly DaySpan[]
}

export interface LibraryFacts {
  revision: number
  holdings: readonly GroupHolding[]
  /** The last day that any document is dated, of days to come too; empty when nothing is held. */
  newestDay: string
}

export type Library = ReturnType<typeof createLibrary>

/** The library as a whole. Facts of one revision change only when a day ends, so they are read once a day and kept. */
export function createLibrary(documents: Pick<DocumentsModule, 'heldGroups'>) {
  let known: (LibraryFacts & { today: string }) | null = null
  return {
    /** The library at `revision`, or at a later one when it has moved on, as it is on a day. */
    async at(revision: number, today: string): Promise<LibraryFacts> {
      if (known?.revision !== revision || known.today !== today) {
        const { groups, revision: held } = await documents.heldGroups()
        const newestDay = groups.reduce((newest, { days }) => later(newest, lastOf(days)), '')
        known = { revision: held, today, newestDay, holdings: toHoldings(groups, today) }
      }
      return known
    },
  }
}

/**
 * Groups with the days that they cover. What searches fetched covers all days from its first to its last: nobody knows what
 * they left out, so nothing can be called a gap. Today is not over, and days to come have not begun, whatever is dated there.
 */
export function toHoldings(groups: readonly HeldGroup[], today: string): GroupHolding[] {
  const held = groups.filter(({ days }) => days.size > 0)
  const yesterday = addDays(today, -1)
  const lastWholeDay = held.reduce((latest, { days }) => later(latest, lastOf(days, yesterday)), '')
  return held.flatMap(({ sourceKey: source, kind, complete, days }) => {
    const [first = ''] = days.keys()
    const archives = complete
      ? findArchives(days, first, lastWholeDay)
      : [{ ...allDays, spans: spanOf(first, lastOf(days, yesterday)) }]
    return archives.map(({ spans, ...range }): GroupHolding => {
      const own = archives.length === 1 ? days : daysOf(days, range)
      const [firstDay = first] = own.keys()
      const lastDay = lastOf(own, today)
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
        total: sumOf(own),
        firstDay: lastDay === '' ? null : firstDay,
        lastDay: lastDay === '' ? null : lastDay,
        days: own,
        spans,
      }
    })
  })
}

type DayBounds = Pick<GroupHolding, 'fromDay' | 'beforeDay'>

const allDays: DayBounds = { fromDay: null, beforeDay: null }

/** The values of the days that belong to an archive. */
export function daysOf(days: ReadonlyMap<string, number>, { fromDay, beforeDay }: DayBounds): Map<string, number> {
  return new Map(
    [...days].filter(([day]) => (fromDay === null || day >= fromDay) && (beforeDay === null || day < beforeDay)),
  )
}

/** The archives of a group, oldest first. What no archive covers belongs to the one before it, or to the first. */
function findArchives(
  days: ReadonlyMap<string, number>,
  from: string,
  to: string,
): (DayBounds & Pick<GroupHolding, 'spans'>)[] {
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

/** The last of the days, or the last up to one of them; empty where there is none. */
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
