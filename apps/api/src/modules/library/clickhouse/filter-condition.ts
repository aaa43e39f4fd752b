import type { FieldNode, PhraseNode, QueryNode } from '@auspex/analytics'
import { addDays } from '@auspex/contract/days'
import { encodeCountry, kindCodes, toneCodes } from '../document-codes.ts'
import type { DocumentFilter } from '../document-filter.ts'
import { codeOf } from '../query-condition.ts'
import { sourceCodes } from '../source-codes.ts'
import { ch, type Fragment, integer, integers, join, text } from '../../../adapters/clickhouse/statement.ts'
import { type ExpandPrefix, toNearCondition, toPhraseCondition, toTitleCondition } from './words-condition.ts'

/** The library's values for the names in a filter. */
export interface KnownNames {
  expand: ExpandPrefix
  /** The number of the filter's entity; 0, which no document has, when the library does not know the entity. */
  entity: number
}

/**
 * Builds the filter's condition over `document`, equivalent to `toCondition` for PostgreSQL. Throws `TypeError` for a filter that has words but not
 * their tree (`toMatching`).
 */
export function toFilterCondition(filter: DocumentFilter, names: KnownNames): Fragment {
  const parts: Fragment[] = [worldCondition(filter.world)]
  const add = <T>(value: T | null | undefined, toPart: (value: T) => Fragment) => {
    if (value !== null && value !== undefined) parts.push(toPart(value))
  }
  if (filter.tsquery !== null && filter.query == null) throw new TypeError('The filter has words and no query')
  // a filter without words matches any content, whatever else it was made from
  add(filter.tsquery === null ? null : filter.query, (node) => toQueryCondition(node, names.expand))
  add(filter.sources, (sources) => ch`has(${integers(sources.map((key) => sourceCodes[key]))}, source)`)
  add(filter.country, (country) => ch`country = ${integer(encodeCountry(country))}`)
  add(filter.fromDay, (day) => ch`ms >= ${integer(startOf(day))}`)
  add(filter.toDay, (day) => ch`ms < ${integer(startOf(addDays(day, 1)))}`)
  add(filter.publishedFrom, (instant) => ch`ms >= ${integer(Date.parse(instant))}`)
  add(filter.publishedTo, (instant) => ch`ms <= ${integer(Date.parse(instant))}`)
  add(
    filter.asOf,
    (day) =>
      ch`ms < ${integer(startOf(addDays(day, 1)))} and ifNull(collected_ms < ${integer(startOf(addDays(day, 1)))}, 1)`,
  )
  add(filter.kinds, (kinds) => ch`has(${integers(kinds.map((kind) => kindCodes[kind]))}, kind)`)
  add(filter.tone, (tone) => ch`tone_label = ${integer(toneCodes[tone])}`)
  add(filter.outlet, (name) => ch`outlet_name = ${text(name)}`)
  add(filter.author, (name) => ch`(author <> 0 and author_name = ${text(name)})`)
  add(filter.entity, () => ch`has(entities, ${integer(names.entity)})`)
  add(filter.lang, (lang) => ch`ifNull(lang = ${text(lang)}, 0)`)
  return join(parts, ' and ')
}

/** Real and synthetic documents never appear in the same response. */
export function worldCondition(world: DocumentFilter['world']): Fragment {
  return world === 'demo' ? ch`source = ${integer(sourceCodes.demo)}` : ch`source <> ${integer(sourceCodes.demo)}`
}

/** Each part is true or false and never null, because NOT null is null. */
export function toQueryCondition(node: QueryNode, expand: ExpandPrefix): Fragment {
  switch (node.kind) {
    case 'phrase':
      return toPhraseCondition(node, expand)
    case 'near':
      return toNearCondition(node, expand)
    case 'field':
      return toFieldCondition(node)
    case 'not':
      return ch`not (${toQueryCondition(node.operand, expand)})`
    case 'and':
      return ch`(${join(toConditions(node.operands, expand), ' and ')})`
    case 'or': {
      const titles = node.operands.filter(isInTitle)
      const isMany = titles.length > maxIndexedTitles
      const rest = isMany ? node.operands.filter((operand) => !isInTitle(operand)) : node.operands
      const parts = toConditions(rest, expand)
      return ch`(${join(isMany ? [toTitleCondition(titles), ...parts] : parts, ' or ')})`
    }
    default:
      throw new TypeError(`No condition is written for ${String(node satisfies never)}`)
  }
}

/** Up to this many title phrases are looked up in the index one by one; more would match most parts of the library. */
const maxIndexedTitles = 16

function isInTitle(node: QueryNode): node is PhraseNode {
  return node.kind === 'phrase' && node.place === 'title'
}

function toConditions(nodes: readonly QueryNode[], expand: ExpandPrefix): Fragment[] {
  return nodes.map((node) => toQueryCondition(node, expand))
}

function toFieldCondition({ field, comparison, value }: FieldNode): Fragment {
  switch (field) {
    case 'source':
      return ch`source = ${integer(codeOf(sourceCodes, value))}`
    case 'kind':
      return ch`kind = ${integer(codeOf(kindCodes, value))}`
    case 'tone':
      return ch`tone_label = ${integer(codeOf(toneCodes, value))}`
    case 'outlet':
      return ch`(lower(outlet_name) = ${text(value)} or startsWith(lower(outlet_name), ${text(`${value}/`)}))`
    case 'author':
      return ch`(author <> 0 and lower(author_name) = ${text(value)})`
    case 'lang':
      return ch`ifNull(lang = ${text(value)}, 0)`
    case 'country':
      return ch`country = ${integer(encodeCountry(value))}`
    case 'since':
      return ch`ms >= ${integer(startOf(value))}`
    case 'until':
      return ch`ms < ${integer(startOf(addDays(value, 1)))}`
    case 'score':
    case 'comments':
    case 'views':
      return ch`ifNull(${comparisons[comparison](numberColumns[field], ch`${integer(Number(value))}`)}, 0)`
    default:
      throw new TypeError(`No condition is written for the field ${String(field satisfies never)}`)
  }
}

const numberColumns = { score: ch`score`, comments: ch`comments`, views: ch`views` }
const comparisons: Record<FieldNode['comparison'], (column: Fragment, value: Fragment) => Fragment> = {
  '=': (column, value) => ch`${column} = ${value}`,
  '>=': (column, value) => ch`${column} >= ${value}`,
  '>': (column, value) => ch`${column} > ${value}`,
  '<=': (column, value) => ch`${column} <= ${value}`,
  '<': (column, value) => ch`${column} < ${value}`,
}

function startOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`)
}
