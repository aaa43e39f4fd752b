import type { TrendList } from '@auspex/sdk/types'
import { expect, test } from 'vitest'
import { stub } from '../../../testing/stub.ts'
import { writeTrends } from './send-trends.ts'

const trend = { term: '3d printing', why: '40 stories, 10 before.', change: 'grew', isUpNow: true }
const write = (items: readonly object[]) =>
  writeTrends(
    stub<TrendList>({
      items: items as unknown as TrendList['items'], // no other field of an item is read
      windowDays: 28,
      asOf: '2013-08-17',
    }),
    { country: null, category: null },
  ).message

test('shows the days of its trends, since an archive may have ended long ago', () => {
  expect(write([trend])).toBe('In the 28 days to 17 August 2013:\n3d printing: 40 stories, 10 before.')
  expect(write([])).toBe('Nothing clearly grew in the 28 days to 17 August 2013. 0 topics were compared.')
})
