import type { FieldNode, QueryNode } from '@auspex/analytics'
import { addDays } from '@auspex/contract/days'
import { encodeCountry, kindCodes, toneCodes } from '../document-codes.ts'
import type { DocumentFilter } from '../document-filter.ts'
import { codeOf } from '../query-condition.ts'
import { sourceCodes } from '../source-codes.ts'
import { ch, type Fragment, integer, integers, join, text } from '../../../adapters/clickhouse/statement.ts'
import { type ExpandPrefix, toNearCondition, toPhraseCondition } from './words-condition.ts'

/** What the names of a filter are in this library. */
export interface KnownNames {
  expand: ExpandPrefix
  /** The number of the filter's entity; 0, which no document holds, when nobody has read it. */
  entity: number
}

/**
 * The filter as a condition over `document`, equal in meaning to `toCondition` for PostgreSQL. Throws `TypeError` for a filter with words
 * and without their tree (`toMatching`).
 */
export function toFilterCondition(filter: DocumentFilter, names: KnownNames): Fragment {
  const parts: Fragment[] = [worldCondition(filter.world)]
  const add = <T>(value: T | null | undefined, toPart: (value: T) => Fragment) => {
    if (value !== null && value !== undefined) parts.push(toPart(value))
  }
  if (filter.tsquery !== null && filter.query == null) throw new TypeError('The filter has words and no query')
  // without words a filter is about anything, whatever else it was made from
  add(filter.tsquery === null ? null : filter.query, (node) => toQueryCondition(node, names.expand))
  add(filter.sources, (sources) => ch`has(${integers(sources.map((key) => sourceCodes[key]))}, source)`)
  add(filter.country, (country) => ch`country = ${integer(encodeCountry(country))}`)
  add(filter.fromDay, (day) => ch`ms >= ${integer(startOf(day))}`)
  add(filter.toDay, (day) => ch`ms < ${integer(startOf(addDays(day, 1)))}`)
  add(filter.publishedFrom, (instant) => ch`ms >= ${integer(Date.parse(instant))}`)
  add(filter.publishedTo, (instant) => ch`ms <= ${integer(Date.parse(instant))}`)
  add(filter.kinds, (kinds) => ch`has(${integers(kinds.map((kind) => kindCodes[kind]))}, kind)`)
  add(filter.tone, (tone) => ch`tone_label = ${integer(toneCodes[tone])}`)
  add(filter.outlet, (name) => ch`outlet_name = ${text(name)}`)
  add(filter.author, (name) => ch`(author <> 0 and author_name = ${text(name)})`)
  add(filter.entity, () => ch`has(entities, ${integer(names.entity)})`)
  add(filter.lang, (lang) => ch`ifNull(lang = ${text(lang)}, 0)`)
  return join(parts, ' and ')
}

/** Real and synthetic documents are never in one answer. */
export function worldCondition(world: DocumentFilter['world']): Fragment {
  return world === 'demo' ? ch`source = ${integer(sourceCodes.demo)}` : ch`source <> ${integer(sourceCodes.demo)}`
}

/** Each part is true or false and never null, because NOT of null is null. */
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
    case 'or': {
      const parts = node.operands.map((operand) => toQueryCondition(operand, expand))
      return ch`(${join(parts, node.kind === 'and' ? ' and ' : ' or ')})`
    }
    default:
      throw new TypeError(`No condition is written for ${String(node satisfies never)}`)
  }
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
      return ch`lower(outlet_name) = ${text(value)}`
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
      return ch`ifNull(${scoreComparisons[comparison](ch`${integer(Number(value))}`)}, 0)`
    default:
      throw new TypeError(`No condition is written for the field ${String(field satisfies never)}`)
  }
}

const scoreComparisons: Record<FieldNode['comparison'], (value: Fragment) => Fragment> = {
  '=': (value) => ch`score = ${value}`,
  '>=': (value) => ch`score >= ${value}`,
  '>': (value) => ch`score > ${value}`,
  '<=': (value) => ch`score <= ${value}`,
  '<': (value) => ch`score < ${value}`,
}

function startOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`)
}
