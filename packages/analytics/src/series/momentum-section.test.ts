import { describe, expect, test } from 'vitest'
import { joinCoveredGroups } from './covered-series.ts'
import { buildMomentum } from './momentum-section.ts'

describe('the growth and stage of a signal', () => {
  const asOf = '2026-11-20'

  interface PlantedDay {
    documents: number
    /** Equals the number of documents unless some are copies. */
    stories?: number
    /** All documents of the source on this day; null when unknown. */
    total: number | null
  }

  /** Of one source that covers each day up to `asOf`. */
  function measure(length: number, of: (index: number) => PlantedDay) {
    const days = Array.from({ length }, (_, index) => of(index))
    const stories = days.map((day) => day.stories ?? day.documents)
    const totals = days.flatMap(({ total }) => (total === null ? [] : [total]))
    const isComplete = totals.length === days.length
    const runs = [{ from: 0, to: length }]
    return buildMomentum({
      series: joinCoveredGroups([{ counts: stories, totals: isComplete ? totals : null, runs }]),
      asOf,
      groups: [{ counts: Int32Array.from(days, ({ documents }) => documents), stories: Int32Array.from(stories) }],
    })
  }

  test('compares shares, so that a source doubling in size is not growth', () => {
    const { momentum, stage } = measure(112, (index) =>
      index < 84 ? { documents: 10, total: 1_000 } : { documents: 20, total: 2_000 },
    )
    expect(momentum).toMatchObject({
      basis: 'share',
      windowDays: 28,
      current: 560,
      previous: 280,
      asOf,
      reason: null,
    })
    expect(momentum.ratio?.value).toBeCloseTo(1, 6)
    expect(stage).toMatchObject({ stage: 'steady', asOf })
  })

  test('compares counts when a document comes from a source with an unknown total', () => {
    const { momentum, stage } = measure(112, (index) => ({ documents: index < 84 ? 2 : 20, total: null }))
    expect(momentum).toMatchObject({ basis: 'count', current: 560, previous: 56 })
    expect(momentum.ratio?.value).toBeCloseTo(10, 6)
    expect(stage).toMatchObject({ stage: 'emerging', reason: expect.stringContaining('Momentum is 10') })
  })

  test('counts stories, so that one printed a hundred times is not growth', () => {
    const { momentum, stage } = measure(112, (index) =>
      index === 100 ? { documents: 105, stories: 6, total: null } : { documents: 5, total: null },
    )
    expect(momentum).toMatchObject({ current: 240, previous: 140, stories: 141, previousStories: 140 })
    expect(momentum.ratio).toMatchObject({ value: expect.closeTo(141 / 140, 6), n: 281 })
    expect(stage.stage).toBe('steady')
  })

  test('uses weekly windows for a short series, and says when even these are too long', () => {
    expect(measure(20, () => ({ documents: 5, total: null })).momentum).toMatchObject({
      windowDays: 7,
      current: 35,
      previous: 35,
    })
    const young = measure(10, () => ({ documents: 5, total: null }))
    expect(young.momentum).toMatchObject({ ratio: null, reason: expect.stringContaining('shorter') })
    expect(young.stage).toMatchObject({ stage: null, reason: young.momentum.reason })
  })

  test('omits a ratio of few stories or one dominated by a single day', () => {
    const few = measure(112, (index) => ({ documents: { 60: 1, 100: 4 }[index] ?? 0, total: null }))
    expect(few.momentum).toMatchObject({
      ratio: null,
      current: 4,
      reason: expect.stringContaining('too few pieces'),
    })
    const burst = measure(112, (index) => ({ documents: { 60: 1, 100: 400 }[index] ?? 0, total: null }))
    expect(burst.momentum).toMatchObject({ ratio: null, current: 400, reason: expect.stringContaining('unevenly') })
    for (const { stage } of [few, burst]) expect(stage.reason).not.toMatch(/Momentum is/u)
  })

  test('calls a topic without recent documents dormant when its source continues', () => {
    const { stage, momentum } = measure(112, (index) => ({ documents: index < 28 ? 5 : 0, total: 100 }))
    expect(stage.stage).toBe('dormant')
    expect(momentum).toMatchObject({ ratio: null, current: 0, previous: 0 })
  })

  test('has no stage if growth rests on too few stories', () => {
    const { momentum, stage } = measure(112, (index) => ({ documents: index > 102 ? 1 : 0, total: null }))
    expect(momentum).toMatchObject({ ratio: null, stories: 9, previousStories: 0 })
    expect(stage).toMatchObject({ stage: null, reason: momentum.reason })
  })
})
