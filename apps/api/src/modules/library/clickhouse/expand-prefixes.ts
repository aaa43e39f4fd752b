import { type QueryNode, wordsOfQuery } from '@auspex/analytics'
import type { ClickhouseEngine } from '../../../adapters/clickhouse/engine.port.ts'
import { ch, text } from '../../../adapters/clickhouse/statement.ts'
import type { ExpandPrefix } from './words-condition.ts'

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
