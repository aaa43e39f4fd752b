import type { ClickhouseEngine } from './engine.port.ts'

/** Rows are spread by the part of the id that the sample does not go by, so that each shard holds an eighth of its own documents in it. */
const bucketBits = 7n

/**
 * Several engines as one: each holds a part of the documents, each is asked by itself, and what they answer is put one behind the other. Who
 * asks adds up. A shard that does not answer fails the question: an answer without its documents would look like fewer documents.
 */
export function openShards(shards: readonly ClickhouseEngine[]): ClickhouseEngine {
  const askAll = <Answer>(ask: (shard: ClickhouseEngine) => Promise<Answer>): Promise<Answer[]> =>
    Promise.all(shards.map(ask))
  return {
    shards,
    ask: async <Row>(statement: Parameters<ClickhouseEngine['ask']>[0]) =>
      (await askAll((shard) => shard.ask<Row>(statement))).flat(),
    read: async (statement) => Buffer.concat(await askAll((shard) => shard.read(statement))),
    insert: async (table, rows) => {
      const parts = shards.map((): { id: string }[] => [])
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
      await askAll((shard) => shard.close())
    },
  }
}

/** Which of so many shards holds a document. */
export function shardOf(id: string, shards: number): number {
  return Number((BigInt(id) >> bucketBits) % BigInt(shards))
}
