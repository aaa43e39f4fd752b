import { currentWork } from '../../kernel/work.ts'
import { DocumentsUnreachableError } from './clickhouse.errors.ts'
import type { ClickhouseEngine } from './engine.port.ts'
import { openShards } from './open-shards.ts'
import { answerLimitMs, findFailure } from './shard-answers.ts'

/** The shards of an engine that answer now, of so many in all. */
export interface AnsweringShards {
  /** Over those that answered: for questions alone. */
  engine: ClickhouseEngine
  answered: number
  total: number
}

/** Asks each shard whether it answers. Throws `DocumentsUnreachableError` when none does. */
export async function findAnsweringShards(engine: ClickhouseEngine, limitMs = answerLimitMs): Promise<AnsweringShards> {
  const shards = engine.shards ?? [engine]
  const failures = await Promise.all(shards.map((shard) => findFailure(shard, limitMs)))
  currentWork().signal?.throwIfAborted()
  const answering = shards.filter((_, at) => failures[at] === null)
  if (answering.length === 0) throw new DocumentsUnreachableError(failures[0] ?? new Error('There is no shard'))
  const isWhole = answering.length === shards.length
  return {
    engine: isWhole ? engine : forQuestions(openShards(answering)),
    answered: answering.length,
    total: shards.length,
  }
}

/** Where a document lies depends on the number of shards: one that is stored over some of them would not be found again. */
function forQuestions(engine: ClickhouseEngine): ClickhouseEngine {
  return {
    ...engine,
    insert: () => Promise.reject(new TypeError('Documents are stored over all shards')),
    close: async () => {}, // the shards are those of another engine
  }
}
