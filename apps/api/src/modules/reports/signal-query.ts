import { createHash } from 'node:crypto'
import {
  allOf,
  anyOf,
  canonicalQuery,
  findBoundConflicts,
  findTermConflicts,
  parseQuery,
  type QueryNode,
  mergeBounds,
  toTsquery,
} from '@auspex/analytics'
import type { QueryEcho, SignalQuery } from '@auspex/sdk/types'
import { CodedError } from '../../kernel/errors.ts'
import { foldText } from '../../kernel/fold-text.ts'
import { describeQuery, entitle, maxSubjectLength } from './describe-query.ts'
import { daysReversed, queryContradictory, queryInvalid, queryUnreadable } from './reports.errors.ts'

/** A query in canonical form: the same query, however typed, has the same `signalId`. */
export interface CanonicalQuery {
  signalId: string
  echo: QueryEcho
  /** The terms without the days, country and sources that apply to the whole query: those are in the echo. */
  node: QueryNode
  /** The words of the terms as a PostgreSQL tsquery literal; with fields in the terms it matches more (`toFilter`). */
  tsquery: string
}

interface Terms {
  query_term: string | null
  x_term: string | null
  y_term: string | null
  isCompound: boolean
  title: string
  node: QueryNode
}

/** Maximum canonical length in the contract; only ligatures that unfold into whole words come near it. */
const maxCanonicalLength = 1200

/**
 * Parses a query as a client sends it. Feeds are not part of it: they add places to search, not what is measured. Throws `signals.query_unreadable`
 * (with the column and a hint) or `signals.query_invalid`, both 422: every field given is either used in the search or named in the error. `at` is
 * the JSON pointer of the query in the request body.
 */
export function readSignalQuery(input: SignalQuery, at = ''): CanonicalQuery {
  const termConflicts = findTermConflicts(input)
  if (termConflicts.length > 0) throw queryContradictory(termConflicts, at)
  const terms = readTerms(input, at)
  const boundConflicts = findBoundConflicts(terms.node, input)
  if (boundConflicts.length > 0) throw queryContradictory(boundConflicts, at)
  return toCanonical(terms, input, at)
}

function toCanonical(
  { node: termsNode, ...words }: Terms,
  input: SignalQuery & { asOf?: string | null },
  at = '',
): CanonicalQuery {
  const { node, ...bounds } = mergeBounds(termsNode, input)
  const canonical = canonicalQuery(node)
  if (canonical.length > maxCanonicalLength) {
    throw queryInvalid({
      pointer: `${at}/query_term`,
      message: `The terms are longer than ${maxCanonicalLength} characters when written out.`,
    })
  }
  const normalized = { ...words, canonical, entity: tidy(input.entity) || null, ...bounds }
  const subject = describeQuery(normalized).slice(0, maxSubjectLength)
  const current: QueryEcho = { ...normalized, subject }
  const echo = input.asOf == null ? current : { ...current, asOf: input.asOf, todaySignalId: toSignalId(current) }
  return { signalId: toSignalId(echo), echo, node, tsquery: toTsquery(node) }
}

/**
 * Parses a stored query: it was valid when it was stored, but may predate a rule that rejects it or interprets it differently. Its canonical form
 * consists of words and fields that every version parses the same way. It keeps the title by which its report spelled it.
 */
export function restoreSignalQuery(echo: QueryEcho): CanonicalQuery {
  const restored = parseAgain(echo)
  return isSameTitle(echo.title, restored.echo.title)
    ? { ...restored, echo: entitle(restored.echo, echo.title) }
    : restored
}

function isSameTitle(one: string, other: string): boolean {
  const [a, b] = [one, other].map((title) => foldText(title.replaceAll('"', '')))
  return a === b
}

/** The typed terms parsed again; where that gives another query than the stored one, the canonical form. */
function parseAgain(echo: QueryEcho): CanonicalQuery {
  const parsedTerms = parseTerms(echo)
  const restored = parsedTerms === null ? null : toCanonical(parsedTerms, echo)
  if (restored?.echo.canonical === echo.canonical) return restored
  const { title, query_term, x_term, y_term, isCompound } = echo
  const node = readTerm(echo.canonical, '/canonical')
  return toCanonical({ title, query_term, x_term, y_term, isCompound, node }, echo)
}

function parseTerms(echo: QueryEcho): Terms | null {
  try {
    return readTerms(echo)
  } catch (error) {
    if (error instanceof CodedError) return null
    throw error
  }
}

/** The same query for documents that also name `entity`; the query itself when it is null. */
export function narrowToEntity(query: CanonicalQuery, entity: string | null | undefined): CanonicalQuery {
  const name = tidy(entity)
  return name === '' ? query : restoreSignalQuery({ ...query.echo, entity: name })
}

/** The requested part of a signal. Absent fields do not narrow. */
export interface SignalPart {
  entity?: string | null | undefined
  /** First and last day, both included. */
  from?: string | null | undefined
  to?: string | null | undefined
  /** Only what was published and collected by the end of this day. */
  asOf?: string | null | undefined
}

/**
 * The same query for a part of its documents, which is a query itself, so that its numbers equal those of a search for it. Days outside the query's
 * own range are left out; throws `signals.query_invalid` where none is left, and for a last day before the first.
 */
export function narrowQuery(query: CanonicalQuery, { entity, from, to, asOf }: SignalPart): CanonicalQuery {
  const { echo } = query
  if (from != null && to != null && from > to) throw daysReversed()
  const startDate = from != null && (echo.startDate === null || from > echo.startDate) ? from : echo.startDate
  const endDate = to != null && (echo.endDate === null || to < echo.endDate) ? to : echo.endDate
  const queryAsOf = asOf == null ? query : restoreSignalQuery({ ...query.echo, asOf })
  const part = narrowToEntity(queryAsOf, entity)
  if (startDate === echo.startDate && endDate === echo.endDate) return part
  if (startDate !== null && endDate !== null && startDate > endDate) {
    throw queryInvalid({ pointer: '/endDate', message: 'The last day is before the first day.' })
  }
  return restoreSignalQuery({ ...part.echo, startDate, endDate })
}

/** Raised when equal queries must have other ids than before: stored signals would then no longer be found. */
const idVersion = 1

/** The id of a canonical query: 128 bits of SHA-256 in base 36, so that it is found again without a lookup table. */
function toSignalId(echo: QueryEcho): string {
  const identity = [
    idVersion,
    echo.canonical,
    echo.geo,
    echo.entity?.toLowerCase() ?? null,
    echo.sources,
    echo.startDate,
    echo.endDate,
    // appended only where there is one, so that other queries have the id that they always had
    ...(echo.asOf == null ? [] : [{ asOf: echo.asOf }]),
  ]
  const digest = createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 32)
  return `sig_${BigInt(`0x${digest}`).toString(36).padStart(25, '0')}`
}

function readTerms(input: SignalQuery, at = ''): Terms {
  const prepare = (term: string | null | undefined) => (input.force === true ? lowerTerms(tidy(term)) : tidy(term))
  const [term, x, y] = [prepare(input.query_term), prepare(input.x_term), prepare(input.y_term)]
  if (y === '') {
    const only = x === '' ? term : x
    const node = readTerm(only, x === '' ? `${at}/query_term` : `${at}/x_term`)
    return { title: only, query_term: only, x_term: null, y_term: null, isCompound: false, node }
  }
  const parts = [readTerm(x, `${at}/x_term`), readTerm(y, `${at}/y_term`)]
  const isCompound = input.isCompound ?? false
  const title = `${x} ${isCompound ? 'and' : 'or'} ${y}`
  return { title, query_term: null, x_term: x, y_term: y, isCompound, node: isCompound ? allOf(parts) : anyOf(parts) }
}

function readTerm(text: string, pointer: string): QueryNode {
  const parsed = parseQuery(text)
  if (!parsed.ok) throw queryUnreadable(parsed, pointer)
  return parsed.query
}

function tidy(text: string | null | undefined): string {
  return (text ?? '').normalize('NFC').replace(/\s+/gu, ' ').trim()
}

/** What the query language reads as one piece: operators may stand directly beside parentheses and quotation marks. */
const piece = /[^\s()"\u201c\u201d\u201e\u00ab\u00bb]+/gu

/** Lower-cases the terms, as a forced refresh does (specification §5), except operators: in lower case they would become search words. */
function lowerTerms(text: string): string {
  return text.replaceAll(piece, (word) => (/^(?:AND|OR|NOT)$/.test(word) ? word : word.toLowerCase()))
}
