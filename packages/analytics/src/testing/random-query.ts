import type { FieldNode, PhraseNode, QueryNode } from '../query/query-node.ts'
import type { Random } from '@auspex/contract/random'

export const smallVocabulary = ['tea', 'milk', 'mint', "don't", 'cafe', 'and', '19', '東京'] as const

const fields: readonly FieldNode[] = [
  { kind: 'field', field: 'source', comparison: '=', value: 'hacker_news' },
  { kind: 'field', field: 'outlet', comparison: '=', value: 'reddit/r/a (b)' },
  { kind: 'field', field: 'author', comparison: '=', value: 'jane doe' },
  { kind: 'field', field: 'lang', comparison: '=', value: 'en' },
  { kind: 'field', field: 'country', comparison: '=', value: 'DE' },
  { kind: 'field', field: 'tone', comparison: '=', value: 'negative' },
  { kind: 'field', field: 'since', comparison: '=', value: '2026-01-05' },
  { kind: 'field', field: 'score', comparison: '>=', value: '10' },
  { kind: 'field', field: 'score', comparison: '<', value: '-3' },
  { kind: 'field', field: 'comments', comparison: '>', value: '2' },
  { kind: 'field', field: 'views', comparison: '<=', value: '100' },
]

/** A random query over the small vocabulary; it may consist of exclusions and fields only. */
export function randomQuery(random: Random, depth: number): QueryNode {
  const choice = depth === 0 ? random.below(3) : random.below(7)
  if (choice <= 1) return randomPhrase(random)
  if (choice === 2) {
    if (random.below(2) === 0) return random.pick(fields)
    return { kind: 'near', distance: 1 + random.below(4), operands: [randomPhrase(random), randomPhrase(random)] }
  }
  if (choice === 3) return { kind: 'not', operand: randomQuery(random, depth - 1) }
  const operands = Array.from({ length: 2 + random.below(2) }, () => randomQuery(random, depth - 1))
  return { kind: choice <= 5 ? 'and' : 'or', operands }
}

function randomPhrase(random: Random): PhraseNode {
  const words = Array.from({ length: 1 + random.below(2) }, () => {
    const text = random.pick(smallVocabulary)
    return random.below(5) === 0 && text.length > 2 ? { text: text.slice(0, 2), prefix: true } : { text, prefix: false }
  })
  return { kind: 'phrase', words }
}
