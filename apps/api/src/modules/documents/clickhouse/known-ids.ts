import { type QueryExecutorProvider, sql } from 'kysely'
import type { ClickhouseEngine } from '../../../adapters/clickhouse/engine.port.ts'
import { ch, type Fragment, integer, long } from '../../../adapters/clickhouse/statement.ts'
import { yieldToEventLoop } from '../../../adapters/database/turns/yield-to-event-loop.ts'
import { allBuckets } from '../topic-sample.ts'
import { listStored } from './document-pages.ts'
import { createIdFilter, type IdFilter } from './id-filter.ts'

/** A batch of so many documents is one of an archive. */
const archiveBatch = 5_000

/** When a filter pays, and how large it may be. */
export interface FilterLimits {
  /** Ids of archives that are looked up before. */
  after: number
  /** Documents; it takes 16 to 32 bits each. */
  most: number
}

/** Making it takes as long as looking up some six batches of an archive, whatever the library holds; whoever stores three will store more. */
const filterLimits: FilterLimits = { after: 30_000, most: 100_000_000 }

/** Read at once: 15 MB of thirty million documents. */
const bucketsAtOnce = 8
/** Put into the filter at once: about a millisecond. */
const halvesAtOnce = 2 * 65_536

/** Which documents the library holds, asked by the one who writes. */
export interface KnownIds {
  /** Of stored ids those that are held. Only in a transaction that holds the lock of writers. */
  list(trx: QueryExecutorProvider, ids: readonly string[]): Promise<Set<string>>
  /** The ids that were asked for last are stored in the batch of this number, or not at all. */
  follow(batch: string): void
}

/**
 * Looking up ten thousand ids of an archive, which lie all over the table, reads nearly all ids: 0.3 s of ten million documents and 0.7 s of
 * thirty. So after a while a filter of all ids is made, and only those that it may hold are looked up. What others wrote meanwhile is found by
 * the numbers of their batches. What was removed stays in it, and is looked up in vain.
 */
export function createKnownIds(engine: ClickhouseEngine, limits: FilterLimits = filterLimits): KnownIds {
  let filter: { ids: IdFilter; room: number; held: number; lastBatch: string } | null = null
  let lookedUp = 0

  const addIds = async (to: IdFilter, condition: Fragment): Promise<number> => {
    const halves = toHalves(await engine.read(ch`select id from document where ${condition}`))
    for (let at = 0; at < halves.length; at += halvesAtOnce) {
      to.add(halves.subarray(at, at + halvesAtOnce))
      await yieldToEventLoop()
    }
    return halves.length / 2
  }

  const makeFilter = async (lastBatch: string): Promise<typeof filter> => {
    const counts = await engine.ask<{ n: string }>(ch`select toString(count()) as n from document`)
    const documents = counts.reduce((sum, { n }) => sum + Number(n), 0)
    if (documents > limits.most) return null
    const room = documents * 1.2 + limits.after
    const ids = createIdFilter(room)
    let held = 0
    // one after the other, so that no answer is large
    for (let bucket = 0; bucket < allBuckets; bucket += bucketsAtOnce)
      held += await addIds(
        ids,
        ch`bitAnd(id, 127) between ${integer(bucket)} and ${integer(bucket + bucketsAtOnce - 1)}`,
      )
    return { ids, room, held, lastBatch }
  }

  return {
    async list(trx, ids) {
      const lastBatch = await readLastBatch(trx)
      if (filter === null && lookedUp >= limits.after) filter = await makeFilter(lastBatch)
      if (filter === null) {
        if (ids.length >= archiveBatch) lookedUp += ids.length
        return listStored(engine, ids)
      }
      const { ids: known, lastBatch: followed } = filter
      if (followed !== lastBatch) filter.held += await addIds(known, ch`batch > ${long(followed)}`)
      const possible = ids.filter((id) => known.mayHold(BigInt(id)))
      known.add(toHalves(BigInt64Array.from(ids, BigInt)))
      filter.held += ids.length - possible.length
      filter.lastBatch = lastBatch
      // a full one takes more and more for held, and is made anew
      if (filter.held > filter.room) filter = null
      return listStored(engine, possible)
    },
    follow(batch) {
      if (filter !== null) filter.lastBatch = batch
    },
  }
}

/** The highest number that a batch was given. A sequence that gave none yet has the same last value as one that gave its first. */
async function readLastBatch(trx: QueryExecutorProvider): Promise<string> {
  const { rows } = await sql<{ last: string }>`
    select (case when is_called then last_value else 0 end)::text as last from document_batch_number`.execute(trx)
  const [sequence] = rows
  if (sequence === undefined) throw new TypeError('A sequence has one row')
  return sequence.last
}

/** Ids as they are sent, eight bytes each and little-endian, as halves. */
function toHalves({ buffer, byteOffset, byteLength }: Uint8Array | BigInt64Array): Int32Array {
  const isAligned = byteOffset % Int32Array.BYTES_PER_ELEMENT === 0
  return isAligned
    ? new Int32Array(buffer, byteOffset, byteLength / Int32Array.BYTES_PER_ELEMENT)
    : new Int32Array(buffer.slice(byteOffset, byteOffset + byteLength))
}
