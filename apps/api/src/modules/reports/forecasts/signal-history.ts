import { addDays, type DailyReport, type DayValue } from '@auspex/analytics'

/** Maximum history in days: older days add no information. */
const maxDays = 1461

/**
 * A group has ended when its last covered day is further than this before the last one of all: combined with the others it would look like a fall.
 */
const recentDays = 14
/** A group with a smaller share of the topic does not determine where the history ends. */
const minShare = 0.1

export interface SignalHistory {
  days: DayValue[]
  /** Whether it ended so long ago that the forecast days are already over. */
  isEnded: boolean
}

/** The daily documents of a signal in the groups that are still active. It ends yesterday at the latest, and is empty when no group is active. */
export function toHistory({ volume }: DailyReport, today: string): SignalHistory {
  const since = addDays(today, -recentDays)
  const activeGroups = withDocuments(volume).filter(({ end }) => end >= since)
  return { days: joinDays(volume, activeGroups).filter(({ day }) => day < today), isEnded: false }
}

/** The same for an archive: of the groups that ended together, the last of those with much of the topic. Empty when none has ended. */
export function toArchive({ volume }: DailyReport, today: string): SignalHistory {
  const groups = withDocuments(volume)
  const endedGroups = groups.filter(({ end }) => end < addDays(today, -recentDays))
  const [lastEnd] = largeGroups(endedGroups, groups)
    .map(({ end }) => end)
    .toSorted()
    .toReversed()
  const lastGroups = endedGroups.filter(
    ({ end }) => lastEnd !== undefined && end <= lastEnd && end >= addDays(lastEnd, -recentDays),
  )
  return { days: joinDays(volume, lastGroups), isEnded: true }
}

interface Group {
  /** Its index in `volume.groups`. */
  group: number
  documents: number
  spans: DailyReport['volume']['groups'][number]['spans']
  end: string
}

/** Groups end on the last day on which enough of the topic's carriers is covered: a source that continues may carry too little. */
function withDocuments(volume: DailyReport['volume']): Group[] {
  const lastCovered = volume.days.findLast(({ isCovered }) => isCovered)?.day
  return volume.groups.flatMap(({ documents, spans }, group) => {
    const end = spans.at(-1)?.lastDay
    if (documents === 0 || end === undefined) return []
    return [{ group, spans, documents, end: lastCovered !== undefined && lastCovered < end ? lastCovered : end }]
  })
}

function largeGroups(groups: readonly Group[], allGroups: readonly Group[]): Group[] {
  const all = allGroups.reduce((sum, { documents }) => sum + documents, 0)
  return groups.filter(({ documents }) => documents >= minShare * all)
}

/**
 * Days from the first one that a group covers until the last one that all groups with much of the topic cover. A day that none covers is null, as is
 * one on which too little of the topic's carriers is covered.
 */
function joinDays(volume: DailyReport['volume'], joinedGroups: readonly Group[]): DayValue[] {
  const [lastDay] = largeGroups(joinedGroups, joinedGroups)
    .map(({ end }) => end)
    .toSorted()
  const [firstDay] = joinedGroups.flatMap(({ spans }) => spans.map((span) => span.firstDay)).toSorted()
  if (lastDay === undefined || firstDay === undefined) return []
  return volume.days
    .filter(({ day }) => day >= firstDay && day <= lastDay)
    .slice(-maxDays)
    .map(({ day, groups, isCovered }) => {
      const covering = joinedGroups.filter(({ spans }) =>
        spans.some((span) => span.firstDay <= day && day <= span.lastDay),
      )
      return {
        day,
        value:
          !isCovered || covering.length === 0
            ? null
            : covering.reduce((sum, { group }) => sum + (groups[group] ?? 0), 0),
      }
    })
}

/** The days after the end of a history. */
export function daysAfter(lastDay: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => addDays(lastDay, index + 1))
}
