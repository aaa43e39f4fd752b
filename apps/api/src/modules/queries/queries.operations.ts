import {
  allOf,
  anyOf,
  canonicalQuery,
  formatQuery,
  parseQuery,
  type QueryError,
  type QueryNode,
  unsearchedSigns,
} from '@auspex/analytics'
import type { ParsedQuery, QueryFault, QueryText } from '@auspex/sdk/types'
import type { Handlers } from '../../http/handlers.ts'
import { type QueryTarget, presentSources } from './present-sources.ts'
import { type QuestionDependencies, readTyped } from './read-typed.ts'

export interface QueriesOptions extends QuestionDependencies {
  connectors: readonly QueryTarget[]
}

/** Reads queries without searching. A query that cannot be read is an answer, not a failure. */
export function createQueriesOperations({ connectors, ...deps }: QueriesOptions): Pick<Handlers, 'parseQuery'> {
  return {
    parseQuery: async ({ body }) => ({
      status: 200,
      body: {
        ...present(readText(body), connectors),
        question: isPair(body) ? null : await readTyped(body.query_term ?? '', deps),
      },
    }),
  }
}

type Term = NonNullable<QueryFault>['term']
type Read = { node: QueryNode; unsearched: string[] } | { term: Term; error: QueryError }

function present(read: Read, connectors: readonly QueryTarget[]): Omit<ParsedQuery, 'question'> {
  if ('error' in read) {
    const { ok: _, ...fault } = read.error
    return { ok: false, reading: null, fault: { term: read.term, ...fault } }
  }
  const { node, unsearched } = read
  return {
    ok: true,
    reading: {
      formatted: formatQuery(node),
      canonical: canonicalQuery(node),
      node,
      unsearched,
      sources: presentSources(node, connectors),
    },
    fault: null,
  }
}

function isPair({ x_term, y_term }: QueryText): boolean {
  return [x_term, y_term].some((term) => (term ?? '').trim() !== '')
}

/** One term, or a pair of which both or either is meant: as a search reads them. */
function readText({ query_term, x_term, y_term, isCompound = false }: QueryText): Read {
  const [term, x, y] = [query_term ?? '', x_term ?? '', y_term ?? '']
  if (x.trim() === '' && y.trim() === '') return readTerm(term, 'query_term')
  const first = readTerm(x, 'x_term')
  if (y.trim() === '' || 'error' in first) return first
  const second = readTerm(y, 'y_term')
  if ('error' in second) return second
  const parts = [first.node, second.node]
  return {
    node: isCompound ? allOf(parts) : anyOf(parts),
    unsearched: [...new Set([...first.unsearched, ...second.unsearched])].slice(0, 20),
  }
}

function readTerm(text: string, term: Term): Read {
  const read = parseQuery(text)
  return read.ok ? { node: read.query, unsearched: unsearchedSigns(text) } : { term, error: read }
}
