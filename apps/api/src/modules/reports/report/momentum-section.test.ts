import { joinCovered } from '@auspex/analytics'
import { describe, expect, test } from 'vitest'
import type { TopicGroup } from './covered-topic.ts'
import { buildMomentum } from './momentum-section.ts'

const asOf = '2026-11-20'

interface PlantedDay {
  documents: number
  /** Equals the number of documents unless some are copies. */
  stories?: number
  /** Null when unknown. */
  total: number | null
}

function measure(length: number, of: (index: number) => PlantedDay) {
  const days = Array.from({ length }, (_, index) => of(index))
  const complete = days.every(({ total }) => total !== null)
  const group: TopicGroup = {
    holding: {
      source: 'imported',
      kind: 'article',
      archive: null,
      fromDay: null,
      beforeDay: null,
      complete,
      total: 0,
      firstDay: '',
      lastDay: '',
      days: new Map(),
      spans: [],
    },
    documents: 0,
    uncoveredDocuments: 0,
    counts: Int32Array.from(days, ({ documents }) => documents),
    stories: Int32Array.from(days, ({ documents, stories = documents }) => stories),
    totals: Int32Array.from(days, ({ total }) => total ?? 0),
    runs: [{ from: 0, to: length }],
  }
  const { stories, totals, runs } = group
  const series = joinCovered([{ counts: [...stories], totals: complete ? [...totals] : null, runs }])
  return buildMomentum({ series, asOf, groups: [group] })
}

describe('momentum of a signal', () => {
  test('compares shares, so that a source that doubles is no growth', () => {
    const { momentum, stage } = measure(112, (index) =>
      index < 84 ? { documents: 10, total: 1_000 } : { documents: 20, total: 2_000 },
    )
    expect(momentum).toMatchObject({ basis: 'share', windowDays: 28, current: 560, previous: 280, asOf, reason: null })
    expect(momentum.ratio?.value).toBeCloseTo(1, 6)
    expect(stage).toMatchObject({ stage: 'steady', asOf })
  })

  test('compares counts when a document is of a source whose total nobody knows', () => {
    const { momentum, stage } = measure(112, (index) => ({ documents: index < 84 ? 2 : 20, total: null }))
    expect(momentum).toMatchObject({ basis: 'count', current: 560, previous: 56 })
    expect(momentum.ratio?.value).toBeCloseTo(10, 6)
    expect(stage).toMatchObject({ stage: 'emerging', reason: expect.stringContaining('Momentum is 10') })
  })

  test('counts stories: one that is printed a hundred times is no growth', () => {
    const { momentum, stage } = measure(112, (index) =>
      index === 100 ? { documents: 105, stories: 6, total: null } : { documents: 5, total: null },
    )
    expect(momentum).toMatchObject({ current: 240, previous: 140, stories: 141, previousStories: 140 })
    expect(momentum.ratio).toMatchObject({ value: expect.closeTo(141 / 140, 6), n: 281 })
    expect(stage.stage).toBe('steady')
  })

  test('takes windows of a week for a young series, and says when even that is too long', () => {
    expect(measure(20, () => ({ documents: 5, total: null })).momentum).toMatchObject({
      windowDays: 7,
      current: 35,
      previous: 35,
    })
    const young = measure(10, () => ({ documents: 5, total: null }))
    expect(young.momentum).toMatchObject({ ratio: null, reason: expect.stringContaining('shorter') })
    expect(young.stage).toMatchObject({ stage: null, reason: young.momentum.reason })
  })

  test('a ratio of a few stories, or of one day that decides it, is not told', () => {
    const few = measure(112, (index) => ({ documents: index === 100 ? 4 : index === 60 ? 1 : 0, total: null }))
    expect(few.momentum).toMatchObject({
      ratio: null,
      current: 4,
      reason: expect.stringContaining('too few stories'),
    })
    const burst = measure(112, (index) => ({ documents: index === 100 ? 400 : index === 60 ? 1 : 0, total: null }))
    expect(burst.momentum).toMatchObject({ ratio: null, current: 400, reason: expect.stringContaining('unevenly') })
    for (const { stage } of [few, burst]) expect(stage.reason).not.toMatch(/Momentum is/u)
  })

  test('names a topic nobody speaks of any more dormant, in a source that goes on', () => {
    const { stage, momentum } = measure(112, (index) => ({ documents: index < 28 ? 5 : 0, total: 100 }))
    expect(stage.stage).toBe('dormant')
    expect(momentum).toMatchObject({ ratio: null, current: 0, previous: 0 })
  })
})

test('a growth that too few stories tell names no stage', () => {
  const { momentum, stage } = measure(112, (index) => ({ documents: index > 102 ? 1 : 0, total: null }))
  expect(momentum).toMatchObject({ ratio: null, stories: 9, previousStories: 0 })
  expect(stage).toMatchObject({ stage: null, reason: momentum.reason })
})
