import { type FieldNode, hasFields, type QueryNode, toTsquery } from '@auspex/analytics'
import { type RawBuilder, sql } from 'kysely'
import { kindCodes, toneCodes } from './document-codes.ts'
import { sourceCodes } from './source-codes.ts'

type Condition = RawBuilder<boolean>

/**
 * Builds a query's condition over `document d`, for what a tsquery cannot express: fields inside OR and NOT. Each part is true or false and never
 * null, because NOT null is null: an unknown value fails a condition and satisfies its negation.
 */
export function toQueryCondition(node: QueryNode): Condition {
  if (!hasFields(node)) return sql<boolean>`d.tsv @@ ${toTsquery(node)}::tsquery`
  if (node.kind === 'field') return toFieldCondition(node)
  if (node.kind === 'not') return sql<boolean>`not (${toQueryCondition(node.operand)})`
  if (node.kind !== 'and' && node.kind !== 'or')
    throw new TypeError('Only fields and combinations of them contain fields')
  const operator = node.kind === 'and' ? sql` and ` : sql` or `
  return sql<boolean>`(${sql.join(node.operands.map(toQueryCondition), operator)})`
}

/** The same next to `d.tsv @@ toTsquery(node)`: words that this already requires are not tested twice. */
export function toRemainingCondition(node: QueryNode): Condition {
  if (node.kind !== 'and') return toQueryCondition(node)
  return sql<boolean>`(${sql.join(node.operands.filter(hasFields).map(toQueryCondition), sql` and `)})`
}

function toFieldCondition({ field, comparison, value }: FieldNode): Condition {
  switch (field) {
    case 'source':
      return sql`d.source_id = ${codeOf(sourceCodes, value)}`
    case 'kind':
      return sql`d.kind = ${codeOf(kindCodes, value)}`
    case 'tone':
      return sql`d.tone_label = ${codeOf(toneCodes, value)}`
    case 'outlet':
      // the second range is what stands below the name: `reddit/r/tea` below `reddit`; 0 is the sign after the slash
      return sql`d.outlet_id = any(array(select id from outlet where lower(name collate "C") = ${value}
        or (lower(name collate "C") >= ${`${value}/`} and lower(name collate "C") < ${`${value}0`})))`
    case 'author':
      return sql`coalesce(d.author_id = any(array(select id from author where lower(name collate "C") = ${value})), false)`
    case 'lang':
      return sql`coalesce(d.lang = ${value}, false)`
    case 'country':
      return sql`coalesce(d.country = ${value}::char(2), false)`
    case 'since':
      return sql`d.ts >= ${`${value}T00:00:00Z`}::timestamptz`
    case 'until':
      return sql`d.ts < ${`${value}T00:00:00Z`}::timestamptz + interval '1 day'`
    case 'score':
    case 'comments':
      return sql`coalesce(d.${sql.ref(field)} ${sql.raw(comparison)} ${Number(value)}::integer, false)`
    case 'views':
      // views are stored with the text, whose row is read only for documents that match otherwise
      return sql`coalesce((select t.views from document_text t where t.id = d.id) ${sql.raw(comparison)} ${Number(value)}::integer, false)`
    default:
      throw new TypeError(`No condition is written for the field ${String(field satisfies never)}`)
  }
}

/** Code 0 is never assigned, so a name that this version does not know matches nothing. */
export function codeOf(codes: Readonly<Record<string, number>>, name: string): number {
  return codes[name] ?? 0
}
