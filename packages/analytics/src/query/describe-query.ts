import type { QueryEcho, SourceKey } from '@auspex/sdk/types'
import { formatDay, formatDayRange, formatMonth, joinWithAnd } from '../claims/sentence-words.ts'
import { addDays } from '../series/daily-series.ts'
import type { FieldNode, QueryField } from './query-node.ts'
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
  const terms = x === null ? [title] : isCompound && y !== null ? [x, y] : []
  const parts = terms.map((term) => splitFields(term, describedFields))
  const words = parts.length === 0 ? title : parts.map((part) => part.words).join(' and ')
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
    ]),
    days: join(describeSpan(startDate, endDate)),
  }
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
