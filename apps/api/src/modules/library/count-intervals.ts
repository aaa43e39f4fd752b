import type { DayTally } from './tally.ts'

/** Distinct stories and outlets of a week or month. */
export interface IntervalTally {
  clusters: number
  outlets: number
}

/** Distinct counts for intervals longer than a day: a story that spans days counts once in each week and month that it touches. */
export interface IntervalCounts {
  /** By Monday, in days since 1970. */
  weeks: Map<number, IntervalTally>
  /** By the first of the month, in days since 1970. */
  months: Map<number, IntervalTally>
}

const dayMs = 86_400_000

/** Merges days into weeks and months. `storiesByDay` has only stories of several documents; a day's other clusters have one. */
export function countIntervals(
  days: ReadonlyMap<number, DayTally>,
  storiesByDay: ReadonlyMap<number, ReadonlySet<number>>,
): IntervalCounts {
  return { weeks: join(days, storiesByDay, mondayOf), months: join(days, storiesByDay, firstOfMonth) }
}

function join(
  days: ReadonlyMap<number, DayTally>,
  storiesByDay: ReadonlyMap<number, ReadonlySet<number>>,
  begin: (day: number) => number,
): Map<number, IntervalTally> {
  const joined = new Map<number, { alone: number; stories: Set<number>; outlets: Set<number> }>()
  for (const [day, { clusters, outlets }] of days) {
    const first = begin(day)
    let interval = joined.get(first)
    if (interval === undefined) joined.set(first, (interval = { alone: 0, stories: new Set(), outlets: new Set() }))
    const stories = storiesByDay.get(day)
    interval.alone += clusters - (stories?.size ?? 0)
    for (const story of stories ?? []) interval.stories.add(story)
    for (const outlet of outlets) interval.outlets.add(outlet)
  }
  return new Map(
    [...joined].map(([first, { alone, stories, outlets }]) => [
      first,
      { clusters: alone + stories.size, outlets: outlets.size },
    ]),
  )
}

/** 1970-01-01 was a Thursday. */
function mondayOf(day: number): number {
  return day - ((((day + 3) % 7) + 7) % 7)
}

function firstOfMonth(day: number): number {
  const date = new Date(day * dayMs)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) / dayMs
}
