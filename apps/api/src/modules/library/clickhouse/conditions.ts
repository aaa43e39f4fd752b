import type { QueryNode } from '@auspex/analytics'
import type { ClickhouseEngine } from '../../../adapters/clickhouse/engine.port.ts'
import type { Fragment } from '../../../adapters/clickhouse/statement.ts'
import type { DocumentFilter } from '../document-filter.ts'
import { expandPrefixes } from './expand-prefixes.ts'
import { toFilterCondition, toQueryCondition } from './filter-condition.ts'
import type { Names } from './names.ts'

/** Builds a filter's condition over `document`, after resolving its word prefixes and names. */
export type ToCondition = (filter: DocumentFilter) => Promise<Fragment>

export function createConditions({ engine, names }: { engine: ClickhouseEngine; names: Names }): ToCondition {
  return async (filter) => {
    const [expand, entity] = await Promise.all([
      expandPrefixes(engine, filter.tsquery === null ? null : (filter.query ?? null)),
      filter.entity == null ? 0 : names.findEntity(filter.entity),
    ])
    return toFilterCondition(filter, { expand, entity: entity ?? 0 })
  }
}

/** Builds a query's condition over `document`, which is true or false and never null. */
export type ToQueryCondition = (query: QueryNode) => Promise<Fragment>

/** Builds a query's condition over `document`, after resolving its word prefixes. */
export async function conditionOfQuery(engine: ClickhouseEngine, query: QueryNode): Promise<Fragment> {
  return toQueryCondition(query, await expandPrefixes(engine, query))
}
