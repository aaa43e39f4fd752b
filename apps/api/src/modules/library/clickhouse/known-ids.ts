import { type QueryExecutorProvider, sql } from 'kysely'
import type { ClickhouseEngine } from '../../../adapters/clickhouse/engine.port.ts'
import { ch, type Fragment, integer, long } from '../../../adapters/clickhouse/statement.ts'
import { yieldToEventLoop } from '../../../adapters/database/turns/yield-to-event-loop.ts'
import { bucketCount } from '../topic-sample.ts'
import { listStored } from './document-pages.ts'

/** Minimum bits per id. At most one absent id in a hundred is reported as possibly present. */
const minBitsPerId = 16

/** A batch of at least this many documents belongs to an archive. */
const minArchiveBatch = 5_000

/** Building the filter costs about as much as six batches of an archive, whatever the size of the library, so a few small imports never build it. */
const filterLimits: FilterLimits = { after: 30_000, most: 100_000_000 }

/** Buckets read per query: 15 MB for thirty million documents. */
const bucketsPerQuery = 8

/** Halves added to the filter before other work gets its turn: about a millisecond. */
const halvesPerTurn = 2 * 65_536

/** When a filter pays off, and its maximum size. */
export interface FilterLimits {
  /** Ids of archives that are looked up before the filter is built. */
  after: number
  /** Maximum number of documents; each takes 16 to 32 bits. */
  most: number
}

/** Tells a writer which documents the library already has. */
export interface KnownIds {
  /** Returns those of the stored ids that exist. Call it only in a transaction that holds the writers' lock. */
  list(trx: QueryExecutorProvider, ids: readonly string[]): Promise<Set<string>>
  /** The ids of the last `list` call are stored in the batch with this number, or not at all. */
  follow(batch: string): void
}

/**
 * Looking up ten thousand ids of an archive, which are spread over the whole table, reads nearly all ids: 0.3 s for ten million documents and 0.7 s
 * for thirty. So after `limits.after` ids a filter of all ids is built, and only ids that it may contain are looked up. Documents written by other
 * processes are found by their batch numbers. Removed documents stay in the filter and cost a needless look-up.
 */
export function createKnownIds(engine: ClickhouseEngine, limits: FilterLimits = filterLimits): KnownIds {
  let filter: { ids: IdFilter; room: number; idCount: number; lastBatch: string } | null = null
  let lookedUp = 0

  const addIds = async (to: IdFilter, condition: Fragment): Promise<number> => {
    const halves = toHalves(await engine.read(ch`select id from document where ${condition}`))
    for (let index = 0; index < halves.length; index += halvesPerTurn) {
      to.add(halves.subarray(index, index + halvesPerTurn))
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
    let idCount = 0
    // one after the other, to keep each response small
    for (let bucket = 0; bucket < bucketCount; bucket += bucketsPerQuery)
      idCount += await addIds(
        ids,
        ch`bitAnd(id, 127) between ${integer(bucket)} and ${integer(bucket + bucketsPerQuery - 1)}`,
      )
    return { ids, room, idCount, lastBatch }
  }

  return {
    async list(trx, ids) {
      const lastBatch = await readLastBatch(trx)
      if (filter === null && lookedUp >= limits.after) filter = await makeFilter(lastBatch)
      if (filter === null) {
        if (ids.length >= minArchiveBatch) lookedUp += ids.length
        return listStored(engine, ids)
      }
      const { ids: filterIds, lastBatch: lastSeenBatch } = filter
      if (lastSeenBatch !== lastBatch) filter.idCount += await addIds(filterIds, ch`batch > ${long(lastSeenBatch)}`)
      const possible = ids.filter((id) => filterIds.mayContain(BigInt(id)))
      filterIds.add(toHalves(BigInt64Array.from(ids, BigInt)))
      filter.idCount += ids.length - possible.length
      filter.lastBatch = lastBatch
      // an overfull filter gives more and more false positives, so it is built again
      if (filter.idCount > filter.room) filter = null
      return listStored(engine, possible)
    },
    follow(batch) {
      if (filter !== null) filter.lastBatch = batch
    },
  }
}

/** The highest batch number given so far. `last_value` of an unused sequence equals that of one that has given its first number. */
async function readLastBatch(trx: QueryExecutorProvider): Promise<string> {
  const { rows } = await sql<{ last: string }>`
    select (case when is_called then last_value else 0 end)::text as last from document_batch_number`.execute(trx)
  const [sequence] = rows
  if (sequence === undefined) throw new TypeError('A sequence has one row')
  return sequence.last
}

/** Ids in transport format (eight bytes each, little-endian) as halves. */
function toHalves({ buffer, byteOffset, byteLength }: Uint8Array | BigInt64Array): Int32Array {
  const isAligned = byteOffset % Int32Array.BYTES_PER_ELEMENT === 0
  return isAligned
    ? new Int32Array(buffer, byteOffset, byteLength / Int32Array.BYTES_PER_ELEMENT)
    : new Int32Array(buffer.slice(byteOffset, byteOffset + byteLength))
}

/**
 * Tells which ids are certainly absent: a blocked Bloom filter, in which all bits of an id lie in one word (Putze, Sanders and Singler 2007), so that
 * an id costs one memory access. Bits spread over the whole filter took five times as long. Ids are hashes: one half selects the word, the other its
 * bits.
 */
interface IdFilter {
  /** Consecutive ids as halves: low, high, low, high. */
  add(halves: Int32Array): void
  mayContain(id: bigint): boolean
}

/** Creates a filter for `room` ids at 16 to 32 bits each; beyond that, more absent ids are reported as possibly present. */
export function createIdFilter(room: number): IdFilter {
  const words = new Int32Array(2 ** Math.ceil(Math.log2(Math.max(1, (room * minBitsPerId) / 32))))
  const mask = words.length - 1
  return {
    add(halves) {
      for (let index = 0; index < halves.length; index += 2) {
        const word = (halves[index + 1] ?? 0) & mask
        words[word] = (words[word] ?? 0) | bitsOf(halves[index] ?? 0)
      }
    },
    mayContain(id) {
      const bits = bitsOf(Number(BigInt.asIntN(32, id)))
      const word = words[Number(BigInt.asIntN(32, id >> 32n)) & mask] ?? 0
      return (word & bits) === bits
    },
  }
}

/** Up to four bits of a word, which may coincide; a shift uses only the lowest five bits of its distance. */
function bitsOf(low: number): number {
  return (1 << low) | (1 << (low >>> 8)) | (1 << (low >>> 16)) | (1 << (low >>> 24))
}
