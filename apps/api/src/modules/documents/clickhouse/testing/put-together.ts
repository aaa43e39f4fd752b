import type { ClickhouseEngine } from '../../../../adapters/clickhouse/engine.port.ts'

/** Several engines as one with several shards: a document lies in one of them by its id, and rows come one behind the other. */
export function putTogether(shards: readonly ClickhouseEngine[]): ClickhouseEngine {
  return {
    ask: async <Row>(statement: Parameters<ClickhouseEngine['ask']>[0]) =>
      (await Promise.all(shards.map((shard) => shard.ask<Row>(statement)))).flat(),
    read: async (statement) => Buffer.concat(await Promise.all(shards.map((shard) => shard.read(statement)))),
    insert: async (table, rows) => {
      const shardOf = (row: object) => ('id' in row ? Number(BigInt(String(row.id)) % BigInt(shards.length)) : 0)
      await Promise.all(
        shards.map((shard, at) =>
          shard.insert(
            table,
            rows.filter((row) => shardOf(row) === at),
          ),
        ),
      )
    },
    crashed: Promise.race(shards.map(({ crashed }) => crashed)),
    close: async () => {
      await Promise.all(shards.map((shard) => shard.close()))
    },
  }
}
