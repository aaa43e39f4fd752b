import type { QueryNode } from '../query/query-node.ts'
import type { SeededRandom } from './seeded-random.ts'

export const smallVocabulary = ['tea', 'milk', 'mint', "don't", 'cafe', 'and', '19', '東京'] as const

/** A random query over the small vocabulary; it may hold exclusions only. */
export function randomQuery(random: SeededRandom, depth: number): QueryNode {
  const choice = depth === 0 ? 0 : random.below(5)
  if (choice <= 1) {
    const words = Array.from({ length: 1 + random.below(2) }, () => {
      const text = random.pick(smallVocabulary)
      return random.below(5) === 0 && text.length > 2
        ? { text: text.slice(0, 2), prefix: true }
        : { text, prefix: false }
    })
    return { kind: 'phrase', words }
  }
  if (choice === 2) return { kind: 'not', operand: randomQuery(random, depth - 1) }
  const operands = Array.from({ length: 2 + random.below(2) }, () => randomQuery(random, depth - 1))
  return { kind: choice === 3 ? 'and' : 'or', operands }
}
