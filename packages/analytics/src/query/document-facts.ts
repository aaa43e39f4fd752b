import { foldName, isNumeric } from './query-fields.ts'
import type { FieldNode, QueryComparison } from './query-node.ts'

/** What is known about a document besides its words. Null is unknown, and no condition on it holds. */
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
  comments: number | null
  views: number | null
}

const compare: Record<QueryComparison, (a: number, b: number) => boolean> = {
  '=': (a, b) => a === b,
  '>=': (a, b) => a >= b,
  '>': (a, b) => a > b,
  '<=': (a, b) => a <= b,
  '<': (a, b) => a < b,
}

/**
 * Whether a document satisfies a field's condition. An unknown value never does, so omitting a condition keeps such
 * documents.
 */
export function meetsField({ field, comparison, value }: FieldNode, facts: DocumentFacts): boolean {
  if (field === 'since') return facts.day >= value
  if (field === 'until') return facts.day <= value
  if (isNumeric(field)) {
    const count = facts[field]
    return count !== null && compare[comparison](count, Number(value))
  }
  const known = facts[field]
  if (known === null) return false
  return field === 'outlet' || field === 'author' ? foldName(known) === value : known === value
}
