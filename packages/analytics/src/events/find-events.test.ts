import { describe, expect, test } from 'vitest'
import { addDays, daysBetween } from '../series/daily-series.ts'
import { createRandom } from '@auspex/contract/random'
import { findEvents } from './find-events.ts'

const firstDay = '2012-01-01'
const week = [1.2, 1.15, 1.1, 1.1, 1, 0.75, 0.7]

/** Poisson days around a level that may depend on the day. */
function poisson(seed: number, length: number, level: (day: number) => number): number[] {
  const random = createRandom(seed)
  return Array.from({ length }, (_, day) => random.poisson(level(day)))
}

function onsets(counts: readonly (number | null)[], totals?: readonly (number | null)[]): number[] {
  const sources = [totals === undefined ? { counts } : { counts, totals }]
  return findEvents({ firstDay, sources })
    .map(({ onset }) => daysBetween(firstDay, onset))
    .toSorted((a, b) => a - b)
}

/** The rate of each day: that of the first span that has it, or else the usual one. */
function rates(usual: number, ...spans: readonly (readonly [first: number, last: number, rate: number])[]) {
  return (day: number) => spans.find(([first, last]) => first <= day && day <= last)?.[2] ?? usual
}

describe('findEvents', () => {
  test('finds twelve documents in three days in a topic with one in five days', () => {
    const counts = poisson(1, 700, () => 0.2)
    counts.splice(400, 3, 6, 4, 2)
    const [event, ...others] = findEvents({ firstDay, sources: [{ counts }] })
    expect(others).toEqual([])
    expect(event).toMatchObject({ onset: addDays(firstDay, 400), peak: addDays(firstDay, 400), count: 12 })
    expect(daysBetween(firstDay, event?.until ?? '')).toBeGreaterThanOrEqual(402)
    expect(event?.excess.value).toBeCloseTo(12 - (event?.expected ?? 0))
    expect(event?.excess.low).toBeGreaterThan(8)
    expect(event?.excess.high).toBeLessThanOrEqual(12)
    expect(event?.surprise).toBeGreaterThan(3)
  })

  test('puts the larger of two events first, although the smaller is harder to explain by chance', () => {
    // two archives, of which the second has weeks of very different sizes, so that little there is a surprise
    const early: (number | null)[] = poisson(6, 900, () => 0.02).map((count, day) => (day < 450 ? count : null))
    early.splice(300, 2, 9, 8)
    const random = poisson(7, 900, () => 3)
    const late = poisson(8, 900, (day) => 6 * (0.3 + (random[Math.floor(day / 3)] ?? 0) / 3)).map((count, day) =>
      day < 450 ? null : day >= 700 && day < 714 ? count + 10 : count,
    )
    const [first, ...others] = findEvents({ firstDay, sources: [{ counts: early }, { counts: late }] })
    const spike = others.find(({ onset }) => onset === addDays(firstDay, 300))
    expect(first?.surprise).toBeLessThan(spike?.surprise ?? 0)
    expect(first?.excess.value).toBeGreaterThan(5 * (spike?.excess.value ?? Infinity))
  })

  test('finds no event on busy weekdays, but a burst on a quiet one', () => {
    const counts = poisson(2, 700, (day) => 20 * (week[day % 7] ?? 1) * (day >= 503 && day < 506 ? 3 : 1))
    expect(onsets(counts)).toEqual([503])
  })

  test('finds two bursts ten days apart as two events, each on its day', () => {
    const counts = poisson(13, 500, rates(0.5, [300, 300, 15], [301, 301, 8], [310, 310, 15], [311, 311, 8]))
    expect(onsets(counts)).toEqual([300, 310])
  })

  test('finds a second burst on top of the tail of the first as its own event', () => {
    const counts = poisson(4, 500, rates(2, [300, 303, 40], [312, 314, 70], [300, 339, 10]))
    expect(onsets(counts)).toEqual([300, 312])
  })

  test('finds each occurrence of a yearly event', () => {
    const counts = poisson(5, 1_461, (day) => (day % 365 >= 200 && day % 365 < 214 ? 12 : 1))
    expect(onsets(counts)).toEqual([200, 565, 930, 1_295])
  })

  test('finds no event in a topic that keeps its share of a growing source', () => {
    const totals = Array.from({ length: 800 }, (_, day) => 50 + day)
    expect(
      onsets(
        poisson(6, 800, (day) => (50 + day) / 100),
        totals,
      ),
    ).toEqual([])
  })

  test('finds no event when one source ends while another continues', () => {
    const forum = poisson(7, 600, () => 2).map((count, day) => (day < 400 ? count : null))
    const forumTotals = forum.map((count) => (count === null ? null : 1_000))
    const news = { counts: poisson(8, 600, () => 5), totals: forum.map(() => 100) }
    expect(findEvents({ firstDay, sources: [{ counts: forum, totals: forumTotals }, news] })).toEqual([])
  })

  test('finds no event in the last stragglers of an archive, and no end for an event at its edge', () => {
    const totals = Array.from({ length: 600 }, (_, day) => (day < 500 ? 200 : day % 20 === 0 ? 3 : 0))
    const counts = poisson(19, 600, (day) => (day < 497 ? 1 : day < 500 ? 20 : 0)).map((count, day) =>
      day >= 500 ? (totals[day] ?? 0) : count,
    )
    const [event, ...others] = findEvents({ firstDay, sources: [{ counts, totals }] })
    expect(others).toEqual([])
    expect(event).toMatchObject({ onset: addDays(firstDay, 497) })
  })

  test('does not use days before a gap as the baseline for days after it', () => {
    const counts = poisson(10, 600, (day) => (day < 300 ? 1 : 10)).map((count, day) =>
      day >= 250 && day < 300 ? null : count,
    )
    expect(onsets(counts)).toEqual([])
  })

  test('puts the most surprising event first', () => {
    const counts = poisson(11, 600, rates(1, [200, 200, 20], [400, 400, 60]))
    expect(
      findEvents({ firstDay, sources: [{ counts }] })
        .slice(0, 2)
        .map(({ onset }) => daysBetween(firstDay, onset)),
    ).toEqual([400, 200])
  })

  test('finds hardly any event in randomly distributed documents', () => {
    const marked = Array.from({ length: 100 }, (_, seed) => {
      const random = createRandom(seed * 7 + 1)
      const counts = Array.from({ length: 1_000 }, () => 0)
      for (let left = 50 + random.below(800); left > 0; left--) {
        const day = random.below(1_000)
        counts[day] = (counts[day] ?? 0) + 1
      }
      return onsets(counts).length
    })
    expect(marked.filter((events) => events > 0).length).toBeLessThanOrEqual(5)
  })

  test('finds no event in few days or none, and rejects arrays of different lengths', () => {
    expect(findEvents({ firstDay, sources: [] })).toEqual([])
    expect(findEvents({ firstDay, sources: [{ counts: [0, 9, 0] }] })).toEqual([])
    expect(() => findEvents({ firstDay, sources: [{ counts: [1, 2], totals: [3] }] })).toThrow(RangeError)
  })
})
