import type { Narrative } from '@auspex/sdk'
import { addDays, daysBetween, toTime } from '../../../lib/dates.ts'

/** The days of all narratives, inclusive. */
export interface TimeSpan {
  readonly first: string
  readonly last: string
}

export const spanOf = (narratives: readonly Pick<Narrative, 'firstDay' | 'lastDay'>[]): TimeSpan | null => {
  const firsts = narratives.map(({ firstDay }) => firstDay).toSorted()
  const lasts = narratives.map(({ lastDay }) => lastDay).toSorted()
  const [first, last] = [firsts[0], lasts.at(-1)]
  return first === undefined || last === undefined ? null : { first, last }
}

export interface LifeBin {
  readonly first: string
  readonly last: string
  readonly documents: number
}

/** A life as at most `bins` equal parts of the common span, so that lives are visually comparable. */
export const toBins = (days: Narrative['days'], { first, last }: TimeSpan, bins: number): readonly LifeBin[] => {
  const total = daysBetween(first, last)
  const width = Math.max(1, Math.ceil(total / bins))
  const count = Math.ceil(total / width)
  const documents = Array.from({ length: count }, () => 0)
  for (const { day, documents: n } of days) {
    const at = Math.floor((daysBetween(first, day) - 1) / width)
    documents[at] = (documents[at] ?? 0) + n
  }
  return documents.map((n, at) => {
    const from = addDays(first, at * width)
    const to = addDays(from, width - 1)
    return { first: from, last: toTime(to) > toTime(last) ? last : to, documents: n }
  })
}

/** How long it took until half was published, in words. */
export const speedWords = (daysToHalf: number): string =>
  daysToHalf === 0
    ? 'half of it on the first day'
    : `half of it within ${daysToHalf === 1 ? 'a day' : `${daysToHalf.toLocaleString('en')} days`}`

/** How similar its stories are. A single story is similar by definition. */
export const cohesionWords = ({ cohesion, stories }: Pick<Narrative, 'cohesion' | 'stories'>): string => {
  if (stories === 1) return 'one story, copied'
  if (cohesion >= 0.6) return 'closely alike'
  return cohesion >= 0.4 ? 'alike' : 'loosely alike'
}
