import { expect, test } from 'vitest'
import { createRandom } from '@auspex/contract/random'
import { bootstrapTone } from './bootstrap-tone.ts'
import { createStoryTones } from './story-tones.ts'

function boundsOf(stories: readonly (readonly number[])[]) {
  const tones = createStoryTones()
  for (const scores of stories)
    tones.add(
      scores.length,
      scores.reduce((sum, score) => sum + score, 0),
    )
  return bootstrapTone(tones.classes())
}

test('copies of a story make the mean no surer', () => {
  const alone = Array.from({ length: 60 }, (_, n) => [n % 3 === 0 ? -0.6 : 0.5])
  const copied = alone.map(([score = 0]) => Array.from({ length: 5 }, () => score))
  const [one, many] = [boundsOf(alone), boundsOf(copied)]
  expect(many?.low).toBeCloseTo(one?.low ?? 0, 1)
  expect(many?.high).toBeCloseTo(one?.high ?? 0, 1)
  const asIfAlone = boundsOf(copied.flat().map((score) => [score]))
  expect((asIfAlone?.high ?? 0) - (asIfAlone?.low ?? 0)).toBeLessThan(((many?.high ?? 0) - (many?.low ?? 0)) * 0.6)
})

test('the bounds hold the mean that stories are drawn from in about 95 of 100 cases, also with few stories', () => {
  const random = createRandom(7)
  for (const stories of [8, 60]) {
    let held = 0
    const runs = 250
    for (let run = 0; run < runs; run += 1) {
      const drawn = Array.from({ length: stories }, () => {
        const score = random.next() * 1.6 - 0.6 // of mean 0.2
        return Array.from({ length: 1 + random.below(4) }, () => score)
      })
      const bounds = boundsOf(drawn)
      if (bounds !== null && bounds.low <= 0.2 && bounds.high >= 0.2) held += 1
    }
    expect(held / runs).toBeGreaterThan(0.9)
    expect(held / runs).toBeLessThan(0.99)
  }
})

test('the same stories in another order have the same bounds, and one story has none', () => {
  const stories = Array.from({ length: 50 }, (_, n) => [Math.sin(n), Math.sin(n) / 2].slice(0, 1 + (n % 2)))
  expect(boundsOf(stories.toReversed())).toEqual(boundsOf(stories))
  expect(boundsOf([[0.2, 0.2, 0.2]])).toBeNull()
  expect(boundsOf([])).toBeNull()
})
