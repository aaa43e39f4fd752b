import { describe, expect, test } from 'vitest'
import {
  formatGrowth,
  formatCompact,
  formatCount,
  formatPlural,
  formatRatio,
  formatRoughFactor,
  formatShare,
  formatShareInterval,
  formatShortCount,
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

  test('a large negative number is abbreviated like a positive one, with a real minus', () => {
    expect([-0.5, -9999, -12_345, -327_253].map(formatCompact)).toEqual(['−0.5', '−9,999', '−12.3K', '−327.3K'])
    expect(formatShortCount(-3829)).toBe('−3.8K')
    expect([formatCompact(-0.001), formatCount(-0.3)]).toEqual(['0', '0'])
  })

  test('what rounds to ten thousand is abbreviated', () => {
    expect([9999.4, 9999.6, 10_000].map(formatCompact)).toEqual(['9,999', '10K', '10K'])
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

  test('a share too small to write is not shown as 0', () => {
    expect([0.000005, 0.000004, 1e-9].map(formatShare)).toEqual(['0.001%', '<0.001%', '<0.001%'])
    expect(formatShareInterval(0, 0.000001)).toBe('<0.001%')
    expect(formatShareInterval(0.000001, 0.0001)).toBe('<0.001–0.01%')
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

  test('a ratio that rounds to ten is written as ten', () => {
    expect([9.994, 9.996, 10, 99.96, 100].map(formatRatio)).toEqual(['×9.99', '×10', '×10', '×100', '×100'])
    expect([0.996, 9.96, 10].map(formatRoughFactor)).toEqual(['1.0', '10', '10'])
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
