import type { VolumePoint } from '@auspex/sdk'
import { expect, test } from 'vitest'
import { lastCoveredOf, peakOf } from './key-figures.tsx'

const point = (firstDay: string, lastDay: string, documents: number, coveredDays: number): VolumePoint => ({
  firstDay,
  lastDay,
  documents,
  coveredDays,
  storyClusters: null,
  outlets: null,
  total: null,
  share: null,
  groups: [documents],
})

test('the last whole week is neither one that goes on nor one that the sources end in', () => {
  const points = [
    point('2026-01-05', '2026-01-11', 4, 7),
    point('2026-01-12', '2026-01-18', 9, 7),
    point('2026-01-19', '2026-01-25', 2, 3),
    point('2026-01-26', '2026-01-28', 1, 3),
  ]
  expect(lastCoveredOf({ points, interval: 'week' }, '2026-01-28')?.firstDay).toBe('2026-01-12')
  expect(lastCoveredOf({ points, interval: 'week' }, '2026-01-14')?.firstDay).toBe('2026-01-05')
  expect(peakOf({ points })?.documents).toBe(9)
})

test('without a document or a covered week there is neither', () => {
  const points = [point('2026-01-05', '2026-01-11', 0, 0)]
  expect(lastCoveredOf({ points, interval: 'week' }, '2026-01-11')).toBeNull()
  expect(peakOf({ points })).toBeNull()
})
