import type { FieldNode, NearNode, PhraseNode, QueryNode } from './query-node.ts'
import { writeWords } from './write-words.ts'

/**
 * Writes a query as a person could have typed it, in its order: `parseQuery` of the text gives the same node. Phrases
 * of several words are quoted, AND is written out, and nested joins are in parentheses.
 */
export function formatQuery(node: QueryNode): string {
  if (node.kind === 'phrase') return writePhrase(node)
  if (node.kind === 'near') return writeNear(node)
  if (node.kind === 'field') return writeField(node)
  if (node.kind === 'not') return `-${writeOperand(node.operand)}`
  return node.operands.map(writeOperand).join(node.kind === 'and' ? ' AND ' : ' OR ')
}

function writeOperand(node: QueryNode): string {
  const isEnclosed = node.kind === 'and' || node.kind === 'or' || node.kind === 'near'
  return isEnclosed ? `(${formatQuery(node)})` : formatQuery(node)
}

function writePhrase({ words, place }: PhraseNode): string {
  const written = writeWords(words)
  const text = written.join(' ')
  const phrase = written.length > 1 ? `"${text}"` : text
  return place === undefined ? phrase : `${place}:${phrase}`
}

function writeNear({ operands: [one, other], distance }: NearNode): string {
  return `${writePhrase(one)} near/${distance} ${writePhrase(other)}`
}

function writeField({ field, comparison, value }: FieldNode): string {
  const sign = comparison === '=' ? '' : comparison
  return `${field}:${sign}${/[\s()]/u.test(value) ? `"${value}"` : value}`
}
