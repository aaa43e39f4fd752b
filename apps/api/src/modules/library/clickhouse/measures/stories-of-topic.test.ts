import { expect, test } from 'vitest'
import { countStoriesByDay, leadStories } from './topic-stories.ts'

const dayMs = 86_400_000

function toRows(rows: readonly { id: number; cluster: number; day: number; score?: number; hour?: number }[]) {
  return {
    length: rows.length,
    id: BigInt64Array.from(rows, ({ id }) => BigInt(id)),
    cluster: BigInt64Array.from(rows, ({ cluster }) => BigInt(cluster)),
    ms: Float64Array.from(rows, ({ day, hour = 0 }) => day * dayMs + hour),
    source: new Uint8Array(rows.length).fill(3),
    kind: new Uint8Array(rows.length).fill(1),
    score: Float64Array.from(rows, ({ score = Number.NaN }) => score),
  }
}

test('a story begins once before the middle day and once from it on, on the day of its first document', () => {
  const rows = toRows([
    { id: 5, cluster: 1, day: 8 },
    { id: 4, cluster: 1, day: 7 },
    { id: 3, cluster: 1, day: 11 },
    { id: 2, cluster: 1, day: 10 },
    { id: 1, cluster: 9, day: -3, hour: 1 },
  ])
  const counts = countStoriesByDay(rows, 10).map(({ day, documents, stories }) => [day, documents, stories])
  expect(counts.toSorted(([a = 0], [b = 0]) => a - b)).toEqual([
    [-3, 1, 1],
    [7, 1, 1],
    [8, 1, 0],
    [10, 1, 1],
    [11, 1, 0],
  ])
})

test('of documents of the same time the lowest id is first', () => {
  const rows = toRows([
    { id: 5, cluster: 1, day: 8 },
    { id: 4, cluster: 1, day: 8 },
  ])
  expect(leadStories(rows, { peakDay: 8, most: 5 })).toMatchObject([{ id: 4n, documents: 2, peaks: true }])
})

test('stories lead by documents, the peak day, points and age of their first document', () => {
  const rows = toRows([
    { id: 10, cluster: 10, day: 1 },
    { id: 11, cluster: 11, day: 1, score: 0 },
    { id: 12, cluster: 12, day: 2, score: -5 },
    { id: 13, cluster: 13, day: 1, score: 7 },
    { id: 14, cluster: 13, day: 1 },
    { id: 15, cluster: 15, day: 1, score: 0 },
  ])
  const led = (limit: number) => leadStories(rows, { peakDay: 2, most: limit }).map(({ id }) => id)
  expect(led(20)).toEqual([13n, 12n, 11n, 15n, 10n])
  expect(led(2)).toEqual([13n, 12n])
  expect(led(1)).toEqual([13n])
})
