import { allOf, parseQuery, type QueryNode, tokens } from '@auspex/analytics'
import type { DocumentFilter } from '../documents/index.ts'
import type { FilterDependencies } from './find-signal.ts'

/** Fewer letters begin too many words. */
const leastPrefix = 3
/** What only somebody writes who knows the language of queries. */
const syntax = /["()*]|\b(?:AND|OR|NOT)\b|(?:^|\s)-\w|\w:\w/u

/**
 * What is looked for in a list, as it stands while it is typed: a query where it is written as one and can be read, else all of
 * its words, the last of which may be the beginning of one. Null where there is no word. Throws `documents.query_too_costly`.
 */
export async function readFind(
  text: string | undefined,
  world: DocumentFilter['world'],
  { documents }: Pick<FilterDependencies, 'documents'>,
): Promise<QueryNode | null> {
  const cost = async (node: QueryNode) => documents.ensureAffordable({ node, demo: world === 'demo' })
  const typed = text?.trim() ?? ''
  const read = syntax.test(typed) ? parseQuery(typed) : null
  if (read?.ok === true) {
    await cost(read.query)
    return read.query
  }
  const words = tokens(typed)
  if (words.length === 0) return null
  const exact = toNode(words, false)
  if ((words.at(-1)?.length ?? 0) < leastPrefix) return exact
  const begun = toNode(words, true)
  try {
    await cost(begun)
    return begun
  } catch {
    // so many words begin like it that only the word itself can be looked for
    return exact
  }
}

function toNode(words: readonly string[], isBegun: boolean): QueryNode {
  return allOf(
    words.map((word, at) => ({ kind: 'phrase', words: [{ text: word, prefix: isBegun && at === words.length - 1 }] })),
  )
}
