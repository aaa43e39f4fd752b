import { DocumentsUnreachableError } from './clickhouse.errors.ts'
import type { ClickhouseEngine, InsertedRow } from './engine.port.ts'
import { answerLimitMs, findFailure } from './shard-answers.ts'

/** Rows are distributed by the part of the id that the sample ignores, so that an eighth of each shard's documents is in the sample. */
const bucketBits = 7n

/**
 * Combines several engines: each has a part of the documents and receives every query, and their results are concatenated. The caller aggregates
 * them. A shard that does not answer fails the query: a result without its documents would look like fewer documents.
 */
export function openShards(shards: readonly ClickhouseEngine[], limitMs = answerLimitMs): ClickhouseEngine {
  const failedShards = new Set<ClickhouseEngine>()
  // after a failure the shard is pinged first, so that a hanging shard does not cost a second full timeout
  const queryShard = async <Answer>(shard: ClickhouseEngine, query: (shard: ClickhouseEngine) => Promise<Answer>) => {
    try {
      const failure = failedShards.has(shard) ? await findFailure(shard, limitMs) : null
      if (failure !== null) throw new DocumentsUnreachableError(failure)
      const answer = await query(shard)
      failedShards.delete(shard)
      return answer
    } catch (error) {
      if (error instanceof DocumentsUnreachableError) failedShards.add(shard)
      throw error
    }
  }
  const queryAll = <Answer>(ask: (shard: ClickhouseEngine) => Promise<Answer>): Promise<Answer[]> =>
    Promise.all(shards.map((shard) => queryShard(shard, ask)))
  return {
    shards,
    ask: async <Row>(statement: Parameters<ClickhouseEngine['ask']>[0]) =>
      (await queryAll((shard) => shard.ask<Row>(statement))).flat(),
    read: async (statement) => Buffer.concat(await queryAll((shard) => shard.read(statement))),
    insert: async (table, rows) => {
      const parts = shards.map((): InsertedRow[] => [])
      for (const row of rows) parts[shardOf(row.id, shards.length)]?.push(row)
      await Promise.all(
        shards.map(async (shard, index) => {
          const part = parts[index] ?? []
          if (part.length > 0) await shard.insert(table, part)
        }),
      )
    },
    crashed: Promise.race(shards.map(({ crashed }) => crashed)),
    close: async () => {
      await Promise.all(shards.map((shard) => shard.close()))
    },
  }
}

/** Returns the index of the shard that has a document. */
export function shardOf(id: string, shards: number): number {
  return Number((BigInt(id) >> bucketBits) % BigInt(shards))
}
