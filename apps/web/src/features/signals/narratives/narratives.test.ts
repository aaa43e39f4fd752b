import { describe, expect, test } from 'vitest'
import { cohesionWords, spanOf, speedWords, toBins } from './narratives.tsx'

describe('lives of narratives', () => {
  const span = { first: '2026-01-01', last: '2026-01-10' }

  test('lie in the span of all of them', () => {
    expect(
      spanOf([
        { firstDay: '2026-01-04', lastDay: '2026-01-10' },
        { firstDay: '2026-01-01', lastDay: '2026-01-02' },
      ]),
    ).toEqual(span)
    expect(spanOf([])).toBeNull()
  })

  test('every document is in one stretch, the last of which may be short', () => {
    const days = [
      { day: '2026-01-01', documents: 2 },
      { day: '2026-01-04', documents: 1 },
      { day: '2026-01-10', documents: 5 },
    ]
    expect(toBins(days, span, 3)).toEqual([
      { first: '2026-01-01', last: '2026-01-04', documents: 3 },
      { first: '2026-01-05', last: '2026-01-08', documents: 0 },
      { first: '2026-01-09', last: '2026-01-10', documents: 5 },
    ])
  })

  test('are told in words', () => {
    expect(speedWords(0)).toBe('half of it on the first day')
    expect(speedWords(12)).toBe('half of it within 12 days')
    expect(cohesionWords({ cohesion: 1, stories: 1 })).toBe('one story, copied')
    expect(cohesionWords({ cohesion: 0.3, stories: 9 })).toBe('loosely alike')
  })
})
