import { setTimeout } from 'node:timers/promises'
import { currentWork } from '../../kernel/work.ts'
import { DocumentsUnreachableError } from './clickhouse.errors.ts'
import type { ClickhouseEngine } from './engine.port.ts'
import { openShards } from './open-shards.ts'
import { ch } from './statement.ts'

/** The shards of an engine that answer now, of so many in all. */
export interface AnsweringShards {
  /** Over those that answered: for questions alone. */
  engine: ClickhouseEngine
  answered: number
  total: number
}

/** Milliseconds that a shard has to answer: what is measured over the others waits for them. */
const usualLimitMs = 1_000

/** Asks each shard whether it answers. Throws `DocumentsUnreachableError` when none does. */
export async function findAnsweringShards(engine: ClickhouseEngine, limitMs = usualLimitMs): Promise<AnsweringShards> {
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

/** Why a shard does not answer; null when it does. */
async function findFailure(shard: ClickhouseEngine, limitMs: number): Promise<Error | null> {
  const limit = new AbortController()
  const giveUp = async () => {
    await setTimeout(limitMs, null, limit)
    throw new Error(`A shard did not answer within ${limitMs} ms`)
  }
  try {
    await Promise.race([shard.ask(ch`select 1`), giveUp()])
    return null
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  } finally {
    limit.abort()
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
