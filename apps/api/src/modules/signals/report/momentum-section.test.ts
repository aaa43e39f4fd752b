import { describe, expect, test } from 'vitest'
import { buildMomentum, type MeasuredDay } from './momentum-section.ts'

const asOf = '2026-11-20'
const day = (documents: number, total: number | null, completeDocuments = documents): MeasuredDay => ({
  documents,
  completeDocuments,
  total,
})
const days = (count: number, of: (index: number) => MeasuredDay) =>
  Array.from({ length: count }, (_, index) => of(index))

describe('momentum of a signal', () => {
  test('compares shares, so that a source that doubles is no growth', () => {
    const { momentum, stage } = buildMomentum({
      asOf,
      days: days(112, (index) => (index < 84 ? day(10, 1_000) : day(20, 2_000))),
    })
    expect(momentum).toMatchObject({ basis: 'share', windowDays: 28, current: 560, previous: 280, asOf, reason: null })
    expect(momentum.ratio?.value).toBeCloseTo(1, 6)
    expect(stage.stage).toBe('steady')
  })

  test('compares counts when a document is of a source whose total nobody knows', () => {
    const { momentum, stage } = buildMomentum({ asOf, days: days(112, (index) => day(index < 84 ? 2 : 20, 1_000, 1)) })
    expect(momentum).toMatchObject({ basis: 'count', current: 560, previous: 56 })
    expect(momentum.ratio?.value).toBeCloseTo(10, 6)
    expect(stage).toMatchObject({ stage: 'emerging', reason: expect.stringContaining('Momentum is 10') })
  })

  test('takes windows of a week for a young series, and says when even that is too long', () => {
    expect(buildMomentum({ asOf, days: days(20, () => day(5, null)) }).momentum).toMatchObject({
      windowDays: 7,
      current: 35,
      previous: 35,
    })
    const young = buildMomentum({ asOf, days: days(10, () => day(5, null)) })
    expect(young.momentum).toMatchObject({ ratio: null, reason: expect.stringContaining('shorter') })
    expect(young.stage).toMatchObject({ stage: null, reason: young.momentum.reason })
  })

  test('names a topic nobody speaks of any more dormant', () => {
    const { stage, momentum } = buildMomentum({ asOf, days: days(112, (index) => day(index < 28 ? 5 : 0, 100)) })
    expect(stage.stage).toBe('dormant')
    expect(momentum).toMatchObject({ ratio: null, current: 0, previous: 0 })
  })
})
