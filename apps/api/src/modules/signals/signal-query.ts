import { createHash } from 'node:crypto'
import { allOf, anyOf, canonicalQuery, parseQuery, type QueryNode, toTsquery } from '@auspex/analytics'
import type { QueryEcho, SignalQuery } from '@auspex/sdk/types'
import { mergeBounds } from './query-bounds.ts'
import { daysReversed, queryInvalid, queryUnreadable } from './signals.errors.ts'

/** A query in canonical form: the same question, however typed, has the same `signalId`. */
export interface CanonicalQuery {
  signalId: string
  echo: QueryEcho
  /** The terms without the days, the country and the sources that the whole query names: those are in the echo. */
  node: QueryNode
  /** The words of the terms as a PostgreSQL tsquery literal; with fields in the terms it matches more (`toFilter`). */
  tsquery: string
}

type Terms = Pick<QueryEcho, 'query_term' | 'x_term' | 'y_term' | 'isCompound' | 'title'> & { node: QueryNode }

/** Longest canonical form that the contract carries; only ligatures that unfold into whole words come near it. */
const maxCanonicalLength = 1200

/**
 * Reads a query as a client sends it. Feeds are no part of it: they say where else to look, not what is measured.
 * Throws `signals.query_unreadable` (with the column and a hint) or `signals.query_invalid`, both 422.
 */
export function readSignalQuery(input: SignalQuery): CanonicalQuery {
  const { node: typed, ...words } = readTerms(input)
  const { node, ...bounds } = mergeBounds(typed, input)
  const canonical = canonicalQuery(node)
  if (canonical.length > maxCanonicalLength) {
    throw queryInvalid({
      pointer: '/query_term',
      message: `The terms are longer than ${maxCanonicalLength} characters when written out.`,
    })
  }
  const { startDate, endDate } = bounds
  if (startDate !== null && endDate !== null && startDate > endDate) {
    throw queryInvalid({ pointer: '/endDate', message: 'The last day is before the first day.' })
  }
  const echo: QueryEcho = {
    ...words,
    canonical,
    entity: tidy(input.entity) || null,
    ...bounds,
  }
  return { signalId: toSignalId(echo), echo, node, tsquery: toTsquery(node) }
}

/** Reads a stored query again; its terms were readable when they were stored. */
export function restoreSignalQuery(echo: QueryEcho): CanonicalQuery {
  return readSignalQuery(echo)
}

/** The same question about documents that also name `entity`; the question itself when there is none. */
export function narrowToEntity(query: CanonicalQuery, entity: string | null | undefined): CanonicalQuery {
  const name = tidy(entity)
  return name === '' ? query : readSignalQuery({ ...query.echo, entity: name })
}

/** What of a signal is asked for. What is absent does not narrow. */
export interface SignalPart {
  entity?: string | null | undefined
  /** First and last day, both included. */
  from?: string | null | undefined
  to?: string | null | undefined
}

/**
 * The same question about a part of its documents, which is a question of its own, so that its numbers are those that a search
 * for it has. Throws `signals.query_invalid` for days outside of those that the question asks about.
 */
export function narrowQuery(query: CanonicalQuery, { entity, from, to }: SignalPart): CanonicalQuery {
  const { echo } = query
  if (from != null && to != null && from > to) throw daysReversed()
  const startDate = from != null && (echo.startDate === null || from > echo.startDate) ? from : echo.startDate
  const endDate = to != null && (echo.endDate === null || to < echo.endDate) ? to : echo.endDate
  const part = narrowToEntity(query, entity)
  if (startDate === echo.startDate && endDate === echo.endDate) return part
  return readSignalQuery({ ...part.echo, startDate, endDate })
}

/** The id of a canonical query: 128 bits of SHA-256 in base 36, so nobody keeps a list to find it again. */
function toSignalId(echo: QueryEcho): string {
  const question = [
    1,
    echo.canonical,
    echo.geo,
    echo.entity?.toLowerCase() ?? null,
    echo.sources,
    echo.startDate,
    echo.endDate,
  ]
  const digest = createHash('sha256').update(JSON.stringify(question)).digest('hex').slice(0, 32)
  return `sig_${BigInt(`0x${digest}`).toString(36).padStart(25, '0')}`
}

function readTerms(input: SignalQuery): Terms {
  const type = (term: string | null | undefined) => (input.force === true ? lowerTerms(tidy(term)) : tidy(term))
  const [term, x, y] = [type(input.query_term), type(input.x_term), type(input.y_term)]
  if (x === '' && y !== '') throw queryInvalid({ pointer: '/x_term', message: 'A pair needs its first term too.' })
  if (y === '') {
    const only = x === '' ? term : x
    const node = readTerm(only, x === '' ? '/query_term' : '/x_term')
    return { title: only, query_term: only, x_term: null, y_term: null, isCompound: false, node }
  }
  const parts = [readTerm(x, '/x_term'), readTerm(y, '/y_term')]
  const isCompound = input.isCompound ?? false
  const title = `${x} ${isCompound ? 'and' : 'or'} ${y}`
  return { title, query_term: null, x_term: x, y_term: y, isCompound, node: isCompound ? allOf(parts) : anyOf(parts) }
}

function readTerm(text: string, pointer: string): QueryNode {
  const read = parseQuery(text)
  if (!read.ok) throw queryUnreadable(read, pointer)
  return read.query
}

function tidy(text: string | null | undefined): string {
  return (text ?? '').normalize('NFC').replace(/\s+/gu, ' ').trim()
}

/** A forced refresh lower-cases the terms (specification §5). AND, OR and NOT are no terms: lower-cased they would be words to find. */
function lowerTerms(text: string): string {
  return text.replaceAll(/\S+/gu, (word) => (/^\(*(?:AND|OR|NOT)\)*$/.test(word) ? word : word.toLowerCase()))
}
