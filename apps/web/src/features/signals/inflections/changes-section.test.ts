import type { InflectionMarker } from '@auspex/sdk'
import { expect, test } from 'vitest'
import { wordOf } from './changes-section.tsx'

const rise: InflectionMarker = {
  day: '2013-04-23',
  endDay: null,
  kind: 'shift',
  change: null,
  before: 1,
  after: 6,
  pValue: 0,
}
const spike: InflectionMarker = { ...rise, kind: 'spike', day: '2013-04-15', endDay: '2013-04-22', after: 60 }

test('a higher level that a spike comes down to is no rise of its day', () => {
  expect(wordOf(rise, [spike, rise])).toBe('Higher level after a spike')
  expect(wordOf({ ...rise, after: 0.5 }, [spike])).toBe('Lower level after a spike')
  expect(wordOf(rise, [{ ...spike, endDay: '2013-03-01' }, rise])).toBe('Rise to a new level')
})
