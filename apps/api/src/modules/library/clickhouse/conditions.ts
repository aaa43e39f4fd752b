import { type QueryNode, wordsOfQuery } from '@auspex/analytics'
import { sql } from 'kysely'
import type { ClickhouseEngine } from '../../../adapters/clickhouse/engine.port.ts'
import { ch, type Fragment, text } from '../../../adapters/clickhouse/statement.ts'
import type { Database } from '../../../adapters/database/database.port.ts'
import type { DocumentFilter } from '../document-filter.ts'
import { toFilterCondition, toQueryCondition } from './filter-condition.ts'
import type { ExpandPrefix } from './words-condition.ts'

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

/** Finds the library's words that start with the query's prefixes: the index holds only whole words, and its own list of words is short. */
export async function expandPrefixes(engine: ClickhouseEngine, query: QueryNode | null): Promise<ExpandPrefix> {
  const queryWords = query === null ? [] : wordsOfQuery(query)
  const prefixes = [...new Set(queryWords.filter(({ prefix }) => prefix).map((word) => word.text))]
  const wordsByPrefix = new Map<string, string[]>()
  for (const prefix of prefixes) {
    const rows = await engine.ask<{ token: string }>(ch`
      select distinct token from mergeTreeTextIndex(currentDatabase(), 'document', 'word') where startsWith(token, ${text(prefix)})`)
    wordsByPrefix.set(
      prefix,
      rows.map(({ token }) => token),
    )
  }
  return (prefix) => wordsByPrefix.get(prefix) ?? []
}

/** The numbers of names, which PostgreSQL assigns wherever the documents are stored. */
export interface Names {
  /** The number of an entity; null when no document with it was read. */
  findEntity(name: string): Promise<number | null>
}

export function createNames({ kysely }: Database): Names {
  return {
    async findEntity(name) {
      const { rows } = await sql<{ id: number }>`select id from entity where key = ${name.toLowerCase()}`.execute(
        kysely,
      )
      return rows[0]?.id ?? null
    },
  }
}
