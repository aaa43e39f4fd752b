import { DocumentsUnreachableError } from './clickhouse.errors.ts'
import type { ClickhouseEngine, InsertedRow } from './engine.port.ts'
import { answerLimitMs, findFailure } from './shard-answers.ts'

/** Rows are spread by the part of the id that the sample does not go by, so that each shard holds an eighth of its own documents in it. */
const bucketBits = 7n

/**
 * Several engines as one: each holds a part of the documents, each is asked by itself, and what they answer is put one behind the other. Who
 * asks adds up. A shard that does not answer fails the question: an answer without its documents would look like fewer documents.
 */
export function openShards(shards: readonly ClickhouseEngine[], limitMs = answerLimitMs): ClickhouseEngine {
  const lost = new Set<ClickhouseEngine>()
  // nobody waits for a whole question twice where a shard hangs
  const askOne = async <Answer>(shard: ClickhouseEngine, ask: (shard: ClickhouseEngine) => Promise<Answer>) => {
    try {
      const failure = lost.has(shard) ? await findFailure(shard, limitMs) : null
      if (failure !== null) throw new DocumentsUnreachableError(failure)
      const answer = await ask(shard)
      lost.delete(shard)
      return answer
    } catch (error) {
      if (error instanceof DocumentsUnreachableError) lost.add(shard)
      throw error
    }
  }
  const askAll = <Answer>(ask: (shard: ClickhouseEngine) => Promise<Answer>): Promise<Answer[]> =>
    Promise.all(shards.map((shard) => askOne(shard, ask)))
  return {
    shards,
    ask: async <Row>(statement: Parameters<ClickhouseEngine['ask']>[0]) =>
      (await askAll((shard) => shard.ask<Row>(statement))).flat(),
    read: async (statement) => Buffer.concat(await askAll((shard) => shard.read(statement))),
    insert: async (table, rows) => {
      const parts = shards.map((): InsertedRow[] => [])
      for (const row of rows) parts[shardOf(row.id, shards.length)]?.push(row)
      await Promise.all(
        shards.map(async (shard, at) => {
          const part = parts[at] ?? []
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

/** Which of so many shards holds a document. */
export function shardOf(id: string, shards: number): number {
  return Number((BigInt(id) >> bucketBits) % BigInt(shards))
}
