import type { QueryFault, SourceKey } from '@auspex/sdk/types'
import { ignoredSigns } from './lex-query.ts'
import { parseQuery } from './parse-query.ts'
import { queryFieldValues } from './query-fields.ts'
import { allOf, anyOf, type FieldNode, type QueryError, type QueryNode } from './query-node.ts'
import { splitBounds } from './split-query.ts'

/** A query as a client sends it: one term or a pair, and its bounds. */
export interface TypedQuestion {
  query_term?: string | null | undefined
  x_term?: string | null | undefined
  y_term?: string | null | undefined
  isCompound?: boolean | null | undefined
  geo?: string | null | undefined
  sources?: readonly string[] | null | undefined
  startDate?: string | null | undefined
  endDate?: string | null | undefined
  feeds?: readonly string[] | null | undefined
}

/** A field of a query that contradicts another one, or requires a missing one; `field` is its name. */
export interface QuestionConflict {
  field: keyof TypedQuestion
  message: string
}

/** Contradictions in how the terms are given, whatever they contain. Nothing in the request may be left out of the search. */
export function findTermConflicts({ query_term, x_term, y_term, isCompound }: TypedQuestion): QuestionConflict[] {
  const [hasTerm, hasX, hasY] = [query_term, x_term, y_term].map((term) => (term ?? '').trim() !== '')
  if (hasTerm && (hasX || hasY)) {
    const message = 'A search is for one term or for a pair. Leave out query_term, or x_term and y_term.'
    const pair = [...(hasX ? (['x_term'] as const) : []), ...(hasY ? (['y_term'] as const) : [])]
    return (['query_term', ...pair] as const).map((field) => ({ field, message }))
  }
  if (hasY && !hasX) return [{ field: 'x_term', message: 'A pair needs its first term too.' }]
  if (isCompound !== true || hasY) return []
  return hasX
    ? [{ field: 'y_term', message: 'A pair of which both terms must appear needs its second term too.' }]
    : [{ field: 'isCompound', message: 'This joins the terms of a pair. Give x_term and y_term, or leave it out.' }]
}

type Term = NonNullable<QueryFault>['term']
/** Contradicting terms are a fault too, but not one of a single text. */
type Fault = Omit<QueryError, 'ok' | 'code'> & { code: NonNullable<QueryFault>['code'] }

/** The texts of a query as one node, with the words that no search uses; or what is wrong with one of them. */
export type QueryTextReading = { node: QueryNode; unsearched: string[] } | { term: Term; error: Fault }

/** A single term, or a pair that is combined with AND or OR: parsed as a search would. */
export function readQueryText(text: TypedQuestion): QueryTextReading {
  const { query_term, x_term, y_term, isCompound } = text
  const [conflict] = findTermConflicts(text)
  if (conflict !== undefined) return toRead(conflict)
  const [term, x, y] = [query_term ?? '', x_term ?? '', y_term ?? '']
  if (x.trim() === '' && y.trim() === '') return readTerm(term, 'query_term')
  const first = readTerm(x, 'x_term')
  if (y.trim() === '' || 'error' in first) return first
  const second = readTerm(y, 'y_term')
  if ('error' in second) return second
  const parts = [first.node, second.node]
  return {
    node: isCompound === true ? allOf(parts) : anyOf(parts),
    unsearched: [...new Set([...first.unsearched, ...second.unsearched])].slice(0, 20),
  }
}

function toRead({ field, message }: QuestionConflict): QueryTextReading {
  const term = field === 'x_term' || field === 'y_term' ? field : 'query_term'
  const rest = { found: 'a pair that is not whole, or a term beside it', expected: 'one term, or both terms of a pair' }
  return {
    term,
    error: { code: 'terms', column: 1, message, ...rest, hint: 'Send either query_term, or x_term and y_term.' },
  }
}

function readTerm(text: string, term: Term): QueryTextReading {
  const parsed = parseQuery(text)
  if (parsed.ok) return { node: parsed.query, unsearched: ignoredSigns(text) }
  const { ok: _, ...error } = parsed
  return { term, error }
}

/** The term, or the pair, as one query; null when it cannot be parsed. */
export function readTerms({ query_term, x_term, y_term, isCompound }: TypedQuestion): QueryNode | null {
  const terms = [query_term, x_term, y_term].filter((term) => term != null && term.trim() !== '')
  const nodes = terms.flatMap((term) => {
    const read = parseQuery(term ?? '')
    return read.ok ? [read.query] : []
  })
  if (nodes.length === 0 || nodes.length < terms.length) return null
  return isCompound === true ? allOf(nodes) : anyOf(nodes)
}

/** Where the bounds beside the terms contradict them, or themselves: no document could satisfy both. */
export function findBoundConflicts(node: QueryNode, question: TypedQuestion): QuestionConflict[] {
  const { country, since, until, sources: named } = splitBounds(node)
  const { geo = null, startDate = null, endDate = null } = question
  const [sources, feeds] = [question.sources ?? [], question.feeds ?? []]
  const conflicts: QuestionConflict[] = []
  if (country !== null && geo !== null && geo !== country) {
    conflicts.push({ field: 'geo', message: `The term asks for country:${country}, so ${geo} would find nothing.` })
  }
  const searchedSources =
    named === null ? sources : named.filter((key) => sources.length === 0 || sources.includes(key))
  if (named !== null && searchedSources.length === 0) {
    const message = `The term asks for source:${named.join(' or source:')}, which is not among these sources.`
    conflicts.push({ field: 'sources', message })
  } else if (feeds.length > 0 && searchedSources.length > 0 && !searchedSources.includes('rss')) {
    const message = 'Feeds are read by the source rss, which is not among the sources. Add it, or leave the feeds out.'
    conflicts.push({ field: 'feeds', message })
  }
  const [first, last] = [latestDay(startDate, since), earliestDay(endDate, until)]
  if (first !== null && last !== null && first > last) {
    conflicts.push({ field: 'endDate', message: 'The last day is before the first day.' })
  }
  return conflicts
}

/** The days, country and sources that a query is limited to, and its other conditions. */
export interface MergedBounds {
  node: QueryNode
  geo: string | null
  sources: SourceKey[]
  startDate: string | null
  endDate: string | null
}

/**
 * Merges the days, country and sources in the terms with those of the form, so that `tea since:2026-01-01` and `tea` with a first day are one signal.
 * Where the two contradict each other, the condition stays among the terms, and no document matches both.
 */
export function mergeBounds(
  node: QueryNode,
  question: Pick<TypedQuestion, 'geo' | 'startDate' | 'endDate'> & {
    sources?: readonly SourceKey[] | null | undefined
  },
): MergedBounds {
  const { rest, since, until, country, sources: namedSources } = splitBounds(node)
  const conditions = [rest]
  const chosenSources = [...new Set(question.sources ?? [])].toSorted()
  const geo = question.geo ?? country
  if (country !== null && geo !== country) conditions.push(equals('country', country))
  const sources =
    namedSources === null
      ? chosenSources
      : queryFieldValues.source.filter(
          (key) => namedSources.includes(key) && (chosenSources.length === 0 || chosenSources.includes(key)),
        )
  const contradict = namedSources !== null && sources.length === 0
  if (contradict) conditions.push(anyOf(namedSources.map((key) => equals('source', key))))
  return {
    node: allOf(conditions),
    geo,
    sources: contradict ? chosenSources : sources.toSorted(),
    startDate: latestDay(question.startDate ?? null, since),
    endDate: earliestDay(question.endDate ?? null, until),
  }
}

function equals(field: FieldNode['field'], value: string): FieldNode {
  return { kind: 'field', field, comparison: '=', value }
}

/** The later day; null for none. */
export function latestDay(a: string | null, b: string | null): string | null {
  return a === null || (b !== null && b > a) ? b : a
}

/** The earlier day; null for none. */
export function earliestDay(a: string | null, b: string | null): string | null {
  return a === null || (b !== null && b < a) ? b : a
}
