import { describe, expect, test } from 'vitest'
import { rankByPublication, measureStandings, voiceFactors } from './voices.ts'

const tellings = (rows: readonly [story: bigint, voice: number, instant: number][]) => ({
  length: rows.length,
  story: rows.map(([story]) => story),
  voice: rows.map(([, voice]) => voice),
  instant: rows.map(([, , instant]) => instant),
})

describe('rankByPublication', () => {
  test('ranks the first source 1 and the last 0, and ignores repetition', () => {
    const places = rankByPublication(
      tellings([
        [1n, 7, 30],
        [1n, 8, 20],
        [1n, 9, 10],
        [1n, 9, 40],
        [1n, 7, 5],
      ]),
      () => true,
    )
    expect(Object.fromEntries(places)).toEqual({
      7: { sharedStories: 1, earliness: 1 },
      8: { sharedStories: 1, earliness: 0 },
      9: { sharedStories: 1, earliness: 0.5 },
    })
  })

  test('ties sources of one instant, so that dates without a time win nothing', () => {
    const places = rankByPublication(
      tellings([
        [1n, 7, 10],
        [1n, 8, 10],
      ]),
      () => true,
    )
    expect([...places.values()].map(({ earliness }) => earliness)).toEqual([0.5, 0.5])
  })

  test('ignores a story of a single source, and an unknown source', () => {
    expect(
      rankByPublication(
        tellings([
          [1n, 7, 10],
          [1n, 7, 20],
          [1n, 0, 5],
          [2n, 8, 1],
        ]),
        () => true,
      ).size,
    ).toBe(0)
  })
})

describe('measureStandings', () => {
  const standings = (rows: readonly [story: number, voice: number, instant: number][]) =>
    measureStandings({
      length: rows.length,
      story: rows.map(([story]) => story),
      voice: rows.map(([, voice]) => voice),
      instant: rows.map(([, , instant]) => instant),
    })

  test('counts a story once however often it is repeated, with the later sources that follow', () => {
    const found = standings([
      [1, 7, 10],
      [1, 7, 12],
      [1, 8, 20],
      [1, 9, 20],
      [0, 8, 5],
      [0, 0, 5],
    ])
    expect(found.get(7)).toEqual({ stories: 1, followers: 2, weight: 2.584963 })
    expect(found.get(8)).toEqual({ stories: 2, followers: 0, weight: 2 })
    expect(found.get(9)).toEqual({ stories: 1, followers: 0, weight: 1 })
    expect(found.size).toBe(3)
  })

  test('ranks a dozen stories above one that four hundred copied', () => {
    const copied = Array.from({ length: 400 }, (_, n): [number, number, number] => [1, 100 + n, 10 + n])
    const busy = Array.from({ length: 12 }, (): [number, number, number] => [0, 5, 1])
    const found = standings([...copied, ...busy])
    expect(found.get(100)).toMatchObject({ stories: 1, followers: 399 })
    expect(found.get(5)?.weight).toBeGreaterThan(found.get(100)?.weight ?? Infinity)
  })
})

describe('voiceFactors', () => {
  const loud = { documents: 10, reach: 9_999, comments: 990, sharedStories: 8, earliness: 1 }
  const quiet = { documents: 10, reach: 99, comments: 0, sharedStories: null, earliness: null }
  const mute = { documents: 3, reach: null, comments: null, sharedStories: 1, earliness: 0 }

  test('relates factors to the loudest source on a logarithmic scale', () => {
    const [first, second] = voiceFactors([loud, quiet, mute])
    expect(first).toMatchObject({ reach: 1, amplification: 1, firstMover: 0.9 })
    expect(second).toMatchObject({ reach: 0.5, amplification: 0, influence: 0 })
    expect(first?.influence).toBeCloseTo(0.9 ** (1 / 3), 10)
  })

  test('keeps missing factors unknown, and gives no influence for one factor alone', () => {
    const [, second, third] = voiceFactors([loud, quiet, mute])
    expect(second?.firstMover).toBeNull()
    expect(third).toEqual({ influence: null, reach: null, amplification: null, firstMover: 1 / 3 })
  })

  test('treats one early story as little evidence', () => {
    const [once, often] = voiceFactors([
      { ...mute, sharedStories: 1, earliness: 1 },
      { ...mute, sharedStories: 20, earliness: 1 },
    ])
    expect(once?.firstMover).toBeLessThan(0.7)
    expect(often?.firstMover).toBeGreaterThan(0.95)
  })
})
