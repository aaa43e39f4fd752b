import { createRandom } from '@auspex/contract/random'
import { describe, expect, test } from 'vitest'
import { linkParts } from './split-chains.ts'

/** Always joins the two most similar parts, the textbook definition of average linkage. */
function linkOneByOne(count: number, strengthOf: (a: number, b: number) => number, leastMean: number): number[][] {
  const parts = Array.from({ length: count }, (_, member) => [member])
  const meanOf = (one: readonly number[], other: readonly number[]) =>
    one.reduce((sum, a) => sum + other.reduce((all, b) => all + strengthOf(a, b), 0), 0) / (one.length * other.length)
  for (;;) {
    let best: { at: number; with: number; mean: number } | null = null
    for (let at = 0; at < parts.length; at++)
      for (let other = at + 1; other < parts.length; other++) {
        const mean = meanOf(parts[at] ?? [], parts[other] ?? [])
        if (mean >= leastMean && (best === null || mean > best.mean)) best = { at, with: other, mean }
      }
    if (best === null) return parts
    parts[best.at]?.push(...(parts[best.with] ?? []))
    parts.splice(best.with, 1)
  }
}

const inOrder = (parts: readonly (readonly number[])[]) =>
  parts.map((part) => part.toSorted((a, b) => a - b).join(' ')).toSorted()

describe('parts of a group whose members are alike on average', () => {
  test('are those that joining the two most alike over and over gives', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const random = createRandom(seed)
      const count = 4 + (seed % 17)
      const strengths = Array.from({ length: count * count }, () => (random.chance(0.4) ? random.next() * 2 - 0.3 : 0))
      const strengthOf = (a: number, b: number) => strengths[Math.min(a, b) * count + Math.max(a, b)] ?? 0
      const members = Array.from({ length: count }, (_, member) => member)
      expect(inOrder(linkParts(members, strengthOf, 0.4)), `seed ${seed}`).toEqual(
        inOrder(linkOneByOne(count, strengthOf, 0.4)),
      )
    }
  })

  test('of four hundred copies are one, and of four hundred strangers each its own', () => {
    const members = Array.from({ length: 400 }, (_, member) => member)
    expect(linkParts(members, () => 1, 0.4)).toHaveLength(1)
    expect(linkParts(members, () => 0, 0.4)).toHaveLength(400)
  })
})
