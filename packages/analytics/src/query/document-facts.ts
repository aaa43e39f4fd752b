import { foldName } from './query-fields.ts'
import type { FieldNode, QueryComparison } from './query-node.ts'

/** What is known about a document beside its words. Null is unknown, and no condition on it holds. */
export interface DocumentFacts {
  source: string
  outlet: string | null
  author: string | null
  kind: string
  lang: string | null
  /** ISO 3166-1 alpha-2, upper case. */
  country: string | null
  tone: string
  /** The UTC day of publication, YYYY-MM-DD. */
  day: string
  score: number | null
}

const compare: Record<QueryComparison, (a: number, b: number) => boolean> = {
  '=': (a, b) => a === b,
  '>=': (a, b) => a >= b,
  '>': (a, b) => a > b,
  '<=': (a, b) => a <= b,
  '<': (a, b) => a < b,
}

/** Whether a document meets a field's condition. Unknown never does, so leaving a condition out keeps the unknown. */
export function meetsField({ field, comparison, value }: FieldNode, facts: DocumentFacts): boolean {
  if (field === 'since') return facts.day >= value
  if (field === 'until') return facts.day <= value
  if (field === 'score') return facts.score !== null && compare[comparison](facts.score, Number(value))
  const known = facts[field]
  if (known === null) return false
  return field === 'outlet' || field === 'author' ? foldName(known) === value : known === value
}
