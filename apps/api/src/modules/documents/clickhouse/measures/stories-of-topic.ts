import type { MatchingRows } from '../../matching-rows.ts'
import { storyNumbers } from '../../story-numbers.ts'
import { toDayNumber } from '../day-numbers.ts'

type TimedRows = Pick<MatchingRows, 'length' | 'cluster' | 'id'> & { readonly ms: Float64Array }
export type DatedRows = TimedRows & { readonly source: Uint8Array; readonly kind: Uint8Array }
export type ScoredRows = TimedRows & { readonly score: Float64Array }

export interface StoryCount {
  day: number
  source: number
  kind: number
  documents: number
  stories: number
}

/**
 * Documents, and stories that begin, of each day, source and kind. A story counts once before the middle day and once from it on, where its
 * first document stands; of as early ones that of the lowest id. Pure.
 */
export function countStoriesByDay(rows: DatedRows, middle: number): StoryCount[] {
  const numbers = storyNumbers(rows)
  const counts = new Map<number, StoryCount>()
  const countOf = (row: number): StoryCount => {
    const [day, source, kind] = [toDayNumber(rows.ms[row] ?? 0), rows.source[row] ?? 0, rows.kind[row] ?? 0]
    const key = day * 65_536 + source * 256 + kind
    let count = counts.get(key)
    if (count === undefined) counts.set(key, (count = { day, source, kind, documents: 0, stories: 0 }))
    return count
  }
  const firsts = new Map<number, number>()
  for (let row = 0; row < rows.length; row += 1) {
    const count = countOf(row)
    count.documents += 1
    const number = numbers[row] ?? 0
    if (number === 0) {
      count.stories += 1
      continue
    }
    const key = number * 2 + (count.day >= middle ? 1 : 0)
    const first = firsts.get(key)
    if (first === undefined || isEarlier(rows, row, first)) firsts.set(key, row)
  }
  for (const row of firsts.values()) countOf(row).stories += 1
  return [...counts.values()]
}

export interface LedStory {
  /** Of its first document. */
  id: bigint
  documents: number
  peaks: boolean
  /** The highest; -Infinity when none is known. */
  score: number
}

/** The stories that most documents tell; of as many those of the peak day, then those with most points, then of the lowest id. Pure. */
export function leadStories(rows: ScoredRows, { peakDay, most }: { peakDay: number; most: number }): LedStory[] {
  const numbers = storyNumbers(rows)
  const shared = new Map<number, LedStory & { first: number }>()
  for (let row = 0; row < rows.length; row += 1) {
    const number = numbers[row] ?? 0
    if (number === 0) continue
    const one = toStory(rows, row, peakDay)
    const story = shared.get(number)
    if (story === undefined) {
      shared.set(number, { ...one, first: row })
      continue
    }
    story.documents += 1
    story.peaks ||= one.peaks
    story.score = Math.max(story.score, one.score)
    if (isEarlier(rows, row, story.first)) [story.first, story.id] = [row, one.id]
  }
  const stories: LedStory[] = [...shared.values()]
  // what one document tells comes after all that several do
  if (stories.length < most)
    for (let row = 0; row < rows.length; row += 1) if (numbers[row] === 0) stories.push(toStory(rows, row, peakDay))
  return stories.toSorted(byLead).slice(0, most)
}

function toStory({ id, ms, score }: ScoredRows, row: number, peakDay: number): LedStory {
  const points = score[row] ?? Number.NaN
  return {
    id: id[row] ?? 0n,
    documents: 1,
    peaks: toDayNumber(ms[row] ?? 0) === peakDay,
    score: Number.isNaN(points) ? -Infinity : points,
  }
}

function byLead(a: LedStory, b: LedStory): number {
  if (a.documents !== b.documents) return b.documents - a.documents
  if (a.peaks !== b.peaks) return a.peaks ? -1 : 1
  // equal infinities have no difference
  if (a.score !== b.score) return a.score > b.score ? -1 : 1
  return a.id < b.id ? -1 : 1
}

function isEarlier({ ms, id }: TimedRows, row: number, other: number): boolean {
  const [time, otherTime] = [ms[row] ?? 0, ms[other] ?? 0]
  return time === otherTime ? (id[row] ?? 0n) < (id[other] ?? 0n) : time < otherTime
}
