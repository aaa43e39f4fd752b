import { coveredRuns } from '@auspex/analytics'
import type { DaySpan, DocumentKind, SourceKey } from '@auspex/sdk/types'
import type { DocumentsModule, HeldGroup } from '../../documents/index.ts'
import { listDays } from './day-range.ts'

/** What the library holds of one kind of document of a source, by day: the denominators of a report. */
export interface GroupHolding {
  source: SourceKey
  kind: DocumentKind
  /** Whether the library holds all of it, so that its totals are true. */
  complete: boolean
  total: number
  firstDay: string
  lastDay: string
  /** Documents of each day that has any. */
  days: ReadonlyMap<string, number>
  /** The days that it covers, oldest first. */
  spans: readonly DaySpan[]
}

export interface LibraryFacts {
  revision: number
  holdings: readonly GroupHolding[]
}

export type Library = ReturnType<typeof createLibrary>

/** The library as a whole. Facts of one revision never change, so they are read once and kept. */
export function createLibrary(documents: Pick<DocumentsModule, 'heldGroups'>) {
  let known: LibraryFacts | null = null
  return {
    /** The library at `revision`, or at a later one when it has moved on. */
    async at(revision: number): Promise<LibraryFacts> {
      if (known?.revision !== revision) {
        const held = await documents.heldGroups()
        known = { revision: held.revision, holdings: toHoldings(held.groups) }
      }
      return known
    },
  }
}

/**
 * Groups with the days that they cover. What searches fetched covers all days from its first to its last: nobody knows what
 * they left out, so nothing can be called a gap.
 */
export function toHoldings(groups: readonly HeldGroup[]): GroupHolding[] {
  const held = groups.filter(({ days }) => days.size > 0)
  const lastDay = held.reduce((latest, { days }) => later(latest, lastOf(days)), '')
  return held.map(({ sourceKey, kind, complete, days }) => {
    const [first = ''] = days.keys()
    const holding = {
      source: sourceKey,
      kind,
      complete,
      total: sumOf(days),
      firstDay: first,
      lastDay: lastOf(days),
      days,
    }
    const spans = complete ? coveredSpans(days, first, lastDay) : [{ firstDay: first, lastDay: holding.lastDay }]
    return { ...holding, spans }
  })
}

function coveredSpans(days: ReadonlyMap<string, number>, from: string, to: string): DaySpan[] {
  const calendar = listDays(from, to)
  const counts = calendar.map((day) => days.get(day) ?? 0)
  return coveredRuns({ counts, totals: counts }).map((run) => ({
    firstDay: calendar[run.from] ?? from,
    lastDay: calendar[run.to - 1] ?? to,
  }))
}

function lastOf(days: ReadonlyMap<string, number>): string {
  let last = ''
  for (const day of days.keys()) last = day
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
