import { currentWork } from '../../kernel/work.ts'
import { DocumentsUnreachableError } from './clickhouse.errors.ts'
import type { ClickhouseEngine } from './engine.port.ts'
import { openShards } from './open-shards.ts'
import { answerLimitMs, findFailure } from './shard-answers.ts'

/** The shards of an engine that currently answer, out of `total`. */
export interface AnsweringShards {
  /** Over the answering shards, and only for queries. */
  engine: ClickhouseEngine
  answered: number
  total: number
}

/** Pings each shard. Throws `DocumentsUnreachableError` when none answers. */
export async function findAnsweringShards(engine: ClickhouseEngine, limitMs = answerLimitMs): Promise<AnsweringShards> {
  const shards = engine.shards ?? [engine]
  const failures = await Promise.all(shards.map((shard) => findFailure(shard, limitMs)))
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
