import { setTimeout } from 'node:timers/promises'
import { currentWork } from '../../kernel/work.ts'
import { DocumentsUnreachableError } from './clickhouse.errors.ts'
import type { ClickhouseEngine, InsertedRow } from './engine.port.ts'
import { ch } from './statement.ts'

/** Rows are distributed by the part of the id that the sample ignores, so that an eighth of each shard's documents is in the sample. */
const bucketBits = 7n

/** Milliseconds within which a shard must answer a ping. */
export const pingTimeoutMs = 1_000

/**
 * Combines several engines: each has a part of the documents and receives every query, and their results are concatenated. The caller aggregates
 * them. A shard that does not answer fails the query: a result without its documents would look like fewer documents.
 */
export function openShards(shards: readonly ClickhouseEngine[], timeoutMs = pingTimeoutMs): ClickhouseEngine {
  const failedShards = new Set<ClickhouseEngine>()
  // after a failure the shard is pinged first, so that a hanging shard does not cost a second full timeout
  const queryShard = async <Answer>(shard: ClickhouseEngine, query: (shard: ClickhouseEngine) => Promise<Answer>) => {
    try {
      const failure = failedShards.has(shard) ? await findFailure(shard, timeoutMs) : null
      if (failure !== null) throw new DocumentsUnreachableError(failure)
      const answer = await query(shard)
      failedShards.delete(shard)
      return answer
    } catch (error) {
      if (error instanceof DocumentsUnreachableError) failedShards.add(shard)
      throw error
    }
  }
  const queryAll = <Answer>(query: (shard: ClickhouseEngine) => Promise<Answer>): Promise<Answer[]> =>
    Promise.all(shards.map((shard) => queryShard(shard, query)))
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

/** The shards of an engine that currently answer, out of `total`. */
export interface AnsweringShards {
  /** Over the answering shards, and only for queries. */
  engine: ClickhouseEngine
  answered: number
  total: number
}

/** Pings each shard. Throws `DocumentsUnreachableError` when none answers. */
export async function findAnsweringShards(
  engine: ClickhouseEngine,
  timeoutMs = pingTimeoutMs,
): Promise<AnsweringShards> {
  const shards = engine.shards ?? [engine]
  const failures = await Promise.all(shards.map((shard) => findFailure(shard, timeoutMs)))
  currentWork().signal?.throwIfAborted()
  const answering = shards.filter((_, index) => failures[index] === null)
  if (answering.length === 0) throw new DocumentsUnreachableError(failures[0] ?? new Error('There is no shard'))
  const isWhole = answering.length === shards.length
  return {
    engine: isWhole ? engine : forQuestions(openShards(answering)),
    answered: answering.length,
    total: shards.length,
  }
}

/** The shard of a document depends on the number of shards: one stored over only some of them would not be found again. */
function forQuestions(engine: ClickhouseEngine): ClickhouseEngine {
  return {
    ...engine,
    insert: () => Promise.reject(new TypeError('Documents are stored over all shards')),
    close: async () => {}, // the shards belong to another engine
  }
}

/** Returns why a shard does not answer; null when it does. The ping itself is not cancelled: a late answer is ignored. */
export async function findFailure(shard: ClickhouseEngine, timeoutMs: number): Promise<Error | null> {
  const timer = new AbortController()
  const giveUp = async () => {
    await setTimeout(timeoutMs, null, { signal: timer.signal })
    throw new Error(`A shard did not answer within ${timeoutMs} ms`)
  }
  try {
    await Promise.race([shard.ask(ch`select 1`), giveUp()])
    return null
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  } finally {
    timer.abort()
  }
}
