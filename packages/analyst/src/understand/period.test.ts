import { expect, test } from 'vitest'
import { readPeriod } from './period.ts'

const today = '2026-11-23'

test.each([
  ['oat milk in Q3 2016', '2016-07-01', '2016-09-30'],
  ['since last summer', '2026-06-01', null],
  ['between 3 and 9 November', '2026-11-03', '2026-11-09'],
  ['2008–2010', '2008-01-01', '2010-12-31'],
  ['from 2008 to 2010', '2008-01-01', '2010-12-31'],
  ['the third quarter of 2012', '2012-07-01', '2012-09-30'],
  ['in H1 2015', '2015-01-01', '2015-06-30'],
  ['last quarter', '2026-07-01', '2026-09-30'],
  ['in early 2012', '2012-01-01', '2012-04-30'],
  ['since March', '2026-03-01', null],
  ['in December', '2025-12-01', '2025-12-31'],
  ['over the past six months', '2026-05-24', '2026-11-23'],
  ['in the summer of 2013', '2013-06-01', '2013-08-31'],
  ['last winter', '2025-12-01', '2026-02-28'],
  ['in the 2010s', '2010-01-01', '2019-12-31'],
  ['Nov 3 to Nov 9, 2012', '2012-11-03', '2012-11-09'],
  ['from November 2013 to February 2014', '2013-11-01', '2014-02-28'],
  ['from November to February', '2025-11-01', '2026-02-28'],
  ['before 2010', null, '2009-12-31'],
  ['last weekend', '2026-11-21', '2026-11-22'],
  ['year to date', '2026-01-01', '2026-11-23'],
  ['between 2009-01-01 and 2012-12-31', '2009-01-01', '2012-12-31'],
])('%s is read as days', (text, from, to) => {
  expect(readPeriod(text, today)).toMatchObject({ from, to })
})

test.each([
  'Windows 2000',
  'May',
  'may elections',
  'blade runner 2049',
  'the fall of Rome',
  'Summer camp',
  'what about tea?',
])('%s speaks of no days', (text) => {
  expect(readPeriod(text, today)).toBeNull()
})

test('the words for days are taken out of the question', () => {
  expect(readPeriod('What changed for oat milk between 3 and 9 November 2012?', today)?.rest.trim()).toBe(
    'What changed for oat milk ?',
  )
})
