import type { QueryEcho, SourceKey } from '@auspex/sdk/types'
import { formatDay, formatDayRange, formatMonth, joinWithAnd } from '../claims/sentence-words.ts'
import { addDays } from '../series/daily-series.ts'
import { formatQuery } from './format-query.ts'
import { parseQuery } from './parse-query.ts'
import { allOf, type FieldNode, type QueryField, type QueryNode } from './query-node.ts'
import { splitFields } from './split-query.ts'

/** A signal query in words, split into the parts of a sentence. Each part after the topic is empty or begins with a space. */
export interface QueryDescription {
  /** The words, and the entity they must occur with: "bitcoin named together with Satoshi". */
  topic: string
  /** Which documents are included: " from China on Hacker News". */
  scope: string
  /** Which days: " in March 2020". */
  days: string
}

export interface DescribableQuery {
  title: string
  x_term: string | null
  y_term: string | null
  isCompound: boolean
  geo: string | null
  entity: string | null
  sources: QueryEcho['sources']
  startDate: string | null
  endDate: string | null
}

type NameSource = (source: SourceKey) => string

const languages = new Intl.DisplayNames('en', { type: 'language' })
const comparisons = { '=': 'of', '>=': 'of at least', '>': 'above', '<=': 'of at most', '<': 'below' } as const
const amounts = { '=': 'exactly', '>=': 'at least', '>': 'more than', '<=': 'at most', '<': 'fewer than' } as const
const maxSourcesNamed = 3

/** How a sentence words the conditions on fields. Days, country and sources of a whole query are worded from the query itself. */
const wordsOfFields: Partial<Record<QueryField, (condition: FieldNode) => string>> = {
  outlet: ({ value }) => `in ${value}`,
  author: ({ value }) => `by ${value}`,
  kind: ({ value }) => `in ${value}s`,
  lang: ({ value }) => `in ${languages.of(value) ?? value}`,
  tone: ({ value }) => (value === 'unknown' ? 'without a clear tone' : `in a ${value} tone`),
  score: ({ comparison, value }) => `with a score ${comparisons[comparison]} ${value}`,
  comments: ({ comparison, value }) => `with ${amounts[comparison]} ${value} comments`,
  views: ({ comparison, value }) => `with ${amounts[comparison]} ${value} views`,
}
const bounds: readonly QueryField[] = ['source', 'country', 'since', 'until']
const describedFields: ReadonlySet<QueryField> = new Set([...bounds, ...Object.keys(wordsOfFields)] as QueryField[])

/** What was counted, so that a sentence does not present part of a topic as the whole: "bitcoin from China". Its days are worded separately. */
export function describeQuery(query: DescribableQuery, nameSource: NameSource): string {
  const { topic, scope } = describeQueryParts(query, nameSource)
  return `${topic}${scope}`
}

/** The same, in parts that sentences put in different places. */
export function describeQueryParts(query: DescribableQuery, nameSource: NameSource): QueryDescription {
  const { title, x_term: x, y_term: y, isCompound, geo, entity, sources, startDate, endDate } = query
  const pair = isCompound && x !== null && y !== null ? [x, y] : []
  const terms = x === null ? [title] : pair
  const parts = terms.map((term) => {
    const { rest, limits } = splitLimits(term, nameSource)
    return { ...splitFields(rest, describedFields), limits }
  })
  const words = parts.length === 0 ? title : parts.map((part) => wordConjunction(part.words)).join(' and ')
  // a second country contradicts the first, but is still part of the query
  const conditions = parts.flatMap(({ fields }) =>
    fields.flatMap((condition) =>
      condition.field === 'country' && condition.value !== geo
        ? `from ${formatCountry(condition.value)}`
        : (wordsOfFields[condition.field]?.(condition) ?? []),
    ),
  )
  return {
    topic: `${unquote(words) || 'the topic'}${entity === null ? '' : ` named together with ${unquote(entity)}`}`,
    scope: join([
      ...(geo === null ? [] : [`from ${formatCountry(geo)}`]),
      ...(sources.length === 0 ? [] : [describeSources(sources, nameSource)]),
      ...new Set(conditions),
      ...new Set(parts.flatMap(({ limits }) => limits)),
    ]),
    days: join(describeSpan(startDate, endDate)),
  }
}

/** `wildfires and California` for words that are all needed; any other query as it is written. */
function wordConjunction(text: string): string {
  const terms = text.split(/ AND /u)
  const isPlain = terms.every(
    (term) => /^(?:"[^"()]+"|[^"():*]+)$/u.test(term) && !/(?:^| )(?:OR|NOT|NEAR)\b|^-/u.test(term),
  )
  if (terms.length === 1 || !isPlain) return text
  const names = terms.map(unquote)
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

/** Alternatives of sources, outlets and kinds, and what is left out, in words; the query without them is the rest. */
function splitLimits(text: string, nameSource: NameSource): { rest: string; limits: string[] } {
  const read = parseQuery(text)
  if (!read.ok || read.query.kind !== 'and') return { rest: text, limits: [] }
  const limits = read.query.operands.map((node) => ({ node, words: wordLimit(node, nameSource) }))
  const rest = limits.flatMap(({ node, words }) => (words === null ? [node] : []))
  if (rest.length === 0 || rest.length === limits.length) return { rest: text, limits: [] }
  return { rest: formatQuery(allOf(rest)), limits: joinExclusions(limits.flatMap(({ words }) => words || [])) }
}

const exclusion = 'without '

function joinExclusions(limits: readonly string[]): string[] {
  const excluded = limits.flatMap((limit) => (limit.startsWith(exclusion) ? [limit.slice(exclusion.length)] : []))
  const others = limits.filter((limit) => !limit.startsWith(exclusion))
  return excluded.length === 0 ? others : [...others, `${exclusion}${excluded.join(' or ')}`]
}

/** `from Reddit or posts`, `without Reddit`; null for a condition that is not on where documents come from, and no exclusion. */
function wordLimit(node: QueryNode, nameSource: NameSource): string | null {
  if (node.kind === 'or') {
    // these are the sources of the whole query, which are worded from it
    if (node.operands.every((one) => one.kind === 'field' && one.field === 'source')) return ''
    const names = node.operands.map((one) => (one.kind === 'field' ? nameOfPlace(one, nameSource) : null))
    return names.includes(null) ? null : `from ${joinNames(names)}`
  }
  if (node.kind !== 'not') return null
  const { operand } = node
  const names = (operand.kind === 'or' ? operand.operands : [operand]).map((one) => nameOfExcluded(one, nameSource))
  return names.includes(null) ? null : `${exclusion}${joinNames(names)}`
}

/** What is left out: a place, or words in any part of a text. */
function nameOfExcluded(node: QueryNode, nameSource: NameSource): string | null {
  if (node.kind === 'field') return nameOfPlace(node, nameSource)
  return node.kind === 'phrase' && node.place === undefined ? unquote(formatQuery(node)) : null
}

function nameOfPlace({ field, value }: FieldNode, nameSource: NameSource): string | null {
  if (field === 'source') return nameSource(value as SourceKey) // the parser knows only these
  if (field === 'kind') return `${value}s`
  return field === 'outlet' ? value : null
}

/** Names joined by "or"; a site and the source of its documents are one. */
function joinNames(names: readonly (string | null)[]): string {
  const known = new Map<string, string>()
  for (const name of names) if (name !== null && !known.has(name.toLowerCase())) known.set(name.toLowerCase(), name)
  return [...known.values()].join(' or ')
}

/** A topic as a sentence writes it: without the quotation marks around phrases. */
function unquote(text: string): string {
  return text.replaceAll('"', '').trim()
}

function join(parts: readonly string[]): string {
  return parts.map((part) => ` ${part}`).join('')
}

function describeSources(sources: readonly SourceKey[], nameSource: NameSource): string {
  const librarySources = sources.filter((source) => source === 'imported' || source === 'demo')
  const sourceNames = sources.filter((source) => source !== 'imported' && source !== 'demo').map(nameSource)
  const listed =
    sourceNames.length > maxSourcesNamed
      ? [...sourceNames.slice(0, maxSourcesNamed - 1), `${sourceNames.length - maxSourcesNamed + 1} other sources`]
      : sourceNames
  const libraryNames = librarySources.map((source) =>
    source === 'demo' ? 'made-up demo documents' : 'imported documents',
  )
  return [
    listed.length === 0 ? [] : `on ${joinWithAnd(listed)}`,
    libraryNames.length === 0 ? [] : `in ${joinWithAnd(libraryNames)}`,
  ]
    .flat()
    .join(' and ')
}

function describeSpan(from: string | null, to: string | null): string[] {
  if (from === null) return to === null ? [] : [`up to ${formatDay(to)}`]
  if (to === null) return [`since ${formatDay(from)}`]
  if (from === to) return [`on ${formatDay(from)}`]
  const next = addDays(to, 1)
  if (from.endsWith('-01-01') && to === `${from.slice(0, 4)}-12-31`) return [`in ${from.slice(0, 4)}`]
  if (from.endsWith('-01') && next.endsWith('-01') && from.slice(0, 7) === to.slice(0, 7))
    return [`in ${formatMonth(from)}`]
  return [`from ${formatDayRange(from, to)}`]
}

const countries = new Intl.DisplayNames('en', { type: 'region' })

/** Countries that take an article in a sentence. */
const countriesWithArticle = new Set(['US', 'GB', 'NL', 'PH', 'AE', 'DO', 'BS', 'GM', 'MV'])

/** A country as a sentence writes it: "the United States". */
export function formatCountry(country: string): string {
  return `${countriesWithArticle.has(country) ? 'the ' : ''}${countries.of(country) ?? country}`
}
