import { type QueryNode, wordsOfQuery } from '@auspex/analytics'
import type { ClickhouseEngine } from '../../../adapters/clickhouse/engine.port.ts'
import { ch, text } from '../../../adapters/clickhouse/statement.ts'
import type { ExpandPrefix } from './words-condition.ts'

/** Finds the words of the library that begin as a query asks: the index holds whole words, and its own list of them is short. */
export async function expandPrefixes(engine: ClickhouseEngine, query: QueryNode | null): Promise<ExpandPrefix> {
  const asked = query === null ? [] : wordsOfQuery(query)
  const prefixes = [...new Set(asked.filter(({ prefix }) => prefix).map((word) => word.text))]
  const found = new Map<string, string[]>()
  for (const prefix of prefixes) {
    const rows = await engine.ask<{ token: string }>(ch`
      select distinct token from mergeTreeTextIndex(currentDatabase(), 'document', 'word') where startsWith(token, ${text(prefix)})`)
    found.set(
      prefix,
      rows.map(({ token }) => token),
    )
  }
  return (prefix) => found.get(prefix) ?? []
}
