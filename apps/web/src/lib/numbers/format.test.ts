import { afterEach, describe, expect, test } from 'vitest'
import { setDateStyle } from '../storage/settings.ts'
import {
  formatGrowth,
  formatCompact,
  formatCount,
  formatDay,
  formatDayOfMonth,
  formatDayRange,
  formatDuration,
  formatInstant,
  formatMonth,
  formatPlural,
  formatRatio,
  formatShare,
  formatShareInterval,
  formatShortCount,
  formatSince,
  formatTone,
} from './format.ts'

describe('numbers as people read them', () => {
  test('unknown is a word, never 0', () => {
    expect([formatCount(null), formatShare(null), formatTone(null)]).toEqual(['unknown', 'unknown', 'unknown'])
  })

  test('counts have thousands separators, and are abbreviated only in tight places', () => {
    expect([
      formatCount(327253),
      formatCompact(9999),
      formatCompact(327253),
      formatPlural(1, 'document'),
      formatPlural(0, 'story', 'stories'),
    ]).toEqual(['327,253', '9,999', '327.3K', '1 document', '0 stories'])
  })

  test('an axis with ticks between whole numbers shows decimals', () => {
    expect([0, 0.5, 1, 1.5, 12.5, 150].map(formatCompact)).toEqual(['0', '0.5', '1', '1.5', '12.5', '150'])
  })

  test('a count in a cell has at most four characters', () => {
    expect([0, 999, 3829, 16_300, 342_083, 1_234_567].map(formatShortCount)).toEqual([
      '0',
      '999',
      '3.8K',
      '16K',
      '342K',
      '1.2M',
    ])
  })

  test('a small share has enough digits to be distinguished from 0', () => {
    expect([0, 0.00004, 0.0044, 0.051, 0.49, 1].map(formatShare)).toEqual([
      '0%',
      '0.004%',
      '0.44%',
      '5.1%',
      '49%',
      '100%',
    ])
  })

  test('a share below 100% never rounds to 100%', () => {
    expect([0.9974, 0.99998, 0.9999999, 0.994].map(formatShare)).toEqual(['99.7%', '99.998%', '100%', '99%'])
  })

  test('the ends of an interval of shares are distinguishable, or are one number', () => {
    expect([
      formatShareInterval(0.22, 0.31),
      formatShareInterval(0.1154, 0.1163),
      formatShareInterval(0.12, 0.12),
    ]).toEqual(['22–31%', '11.5–11.6%', '12%'])
  })

  test('a tone has its sign, with a real minus', () => {
    expect([0.123, -0.4, 0, -0.001].map(formatTone)).toEqual(['+0.12', '−0.40', '0.00', '0.00'])
  })

  test('a ratio has only significant digits', () => {
    expect([1, 1.84, 12.34, 180.4, 20_534].map(formatRatio)).toEqual(['×1.00', '×1.84', '×12.3', '×180', '×20,500'])
  })

  test('times', () => {
    expect([formatDuration(null), formatDuration(12), formatDuration(1840), formatDuration(61_000)]).toEqual([
      '…',
      '12 ms',
      '1.8 s',
      '1 min 1 s',
    ])
    expect([formatDuration(300_000), formatDuration(30_000_000), formatDuration(7_200_000)]).toEqual([
      '5 min',
      '8 h 20 min',
      '2 h',
    ])
    expect([formatDuration(59_960), formatDuration(3_599_700)]).toEqual(['1 min', '1 h'])
    const now = Date.parse('2026-11-21T08:00:00Z')
    expect(['2026-11-21T07:00:10Z', '2026-11-20T08:10:00Z'].map((instant) => formatSince(instant, now))).toEqual([
      '1 hour ago',
      'yesterday',
    ])
    expect(
      ['2026-11-21T07:59:50Z', '2026-11-21T07:55:00Z', '2026-11-20T08:00:00Z', '2026-01-03T00:00:00Z'].map((instant) =>
        formatSince(instant, now),
      ),
    ).toEqual(['just now', '5 minutes ago', 'yesterday', '3 Jan 2026'])
    expect(formatDayRange('2026-01-03', '2026-01-03')).toBe('3 Jan 2026')
  })
})

test('a growth that may be none is called unclear, with its known bounds', () => {
  expect(formatGrowth({ value: 1.84, low: 1.31, high: 2.5 })).toEqual({
    isSure: true,
    value: '×1.84',
    interval: '1.31–2.50',
  })
  expect(formatGrowth({ value: 40, low: 0.08, high: 20_018 })).toEqual({
    isSure: false,
    value: 'unclear',
    interval: '0.08–20,000',
  })
})

describe('days', () => {
  afterEach(() => setDateStyle('day-first'))

  test.each([
    ['day-first', '3 Jan 2026', 'January 2026', '3 Jan', '3 Jan 2026, 15:04 UTC'],
    ['month-first', 'Jan 3, 2026', 'January 2026', 'Jan 3', 'Jan 3, 2026, 15:04 UTC'],
    ['iso', '2026-01-03', '2026-01', '01-03', '2026-01-03 15:04 UTC'],
  ] as const)('are written %s, as the reader chose', (style, day, month, dayOfMonth, instant) => {
    setDateStyle(style)
    expect(formatDay('2026-01-03')).toBe(day)
    expect(formatMonth('2026-01-03')).toBe(month)
    expect(formatDayOfMonth('2026-01-03')).toBe(dayOfMonth)
    expect(formatInstant('2026-01-03T15:04:05Z')).toBe(instant)
  })
})
