import { setTimeout } from 'node:timers/promises'
import type { ClickhouseEngine } from './engine.port.ts'
import { ch } from './statement.ts'

/** Milliseconds within which a shard must answer a ping. */
export const answerLimitMs = 1_000

/** Returns why a shard does not answer; null when it does. */
export async function findFailure(shard: ClickhouseEngine, limitMs: number): Promise<Error | null> {
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
