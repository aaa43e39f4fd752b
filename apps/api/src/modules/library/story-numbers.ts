import { type QueryExecutorProvider, sql } from 'kysely'
import type { Database } from '../../adapters/database/database.port.ts'
import type { WindowRow } from './document-store.port.ts'
import type { ClusterRows, MatchingRows } from './matching-rows.ts'

const numbersOfRows = new WeakMap<ClusterRows, Int32Array>()
/** Mixes the upper half of an id into the lower one; any odd number works, since ids are hashes. */
const mixer = 0x9e37_79b1

/**
 * Numbers each row's story, from 1, if another row has the same story; 0 for a row with no other row of its story. Computed once for the same rows:
 * comparing small numbers is ten times as fast as comparing 64-bit ids.
 */
export function storyNumbers(rows: ClusterRows): Int32Array {
  const numbers = numbersOfRows.get(rows) ?? numberStories(rows)
  numbersOfRows.set(rows, numbers)
  return numbers
}

function numberStories({ length, cluster }: ClusterRows): Int32Array {
  const firsts = firstOfStories({ length, cluster })
  const members = new Int32Array(length)
  for (const first of firsts) members[first] = valueAt(members, first) + 1
  const numbers = new Int32Array(length)
  let stories = 0
  for (let row = 0; row < length; row += 1) {
    const first = valueAt(firsts, row)
    // the first row of a story precedes the others, so it already has its number
    if (valueAt(members, first) > 1) numbers[row] = first === row ? (stories += 1) : valueAt(numbers, first)
  }
  return numbers
}

/**
 * Returns, for each row, the first row of the same story. A custom hash table over halves of ids: a `Map` of bigints allocates an object per look-up,
 * which took seven times as long.
 */
export function firstOfStories({ length, cluster }: ClusterRows): Int32Array {
  const halves = new Int32Array(cluster.buffer, cluster.byteOffset, length * 2)
  const mask = 2 ** Math.ceil(Math.log2(length * 2 + 1)) - 1
  // 0 is an empty slot, otherwise 1 + the row
  const table = new Int32Array(mask + 1)
  const firsts = new Int32Array(length)
  for (let row = 0; row < length; row += 1) {
    const [one, other] = [valueAt(halves, row * 2), valueAt(halves, row * 2 + 1)]
    let slot = (one ^ Math.imul(other, mixer)) & mask
    for (;;) {
      const first = valueAt(table, slot) - 1
      if (first >= 0 && (valueAt(halves, first * 2) !== one || valueAt(halves, first * 2 + 1) !== other)) {
        slot = (slot + 1) & mask
        continue
      }
      firsts[row] = first < 0 ? row : first
      if (first < 0) table[slot] = row + 1
      break
    }
  }
  return firsts
}

/** Reads an element that is known to exist. */
function valueAt(array: Int32Array, index: number): number {
  return array[index] as number // the compiler does not know the bound
}

/**
 * Records to which story documents belonged until today. Documents that were collected today are left out: no report as of a past day has them.
 * The first change of a day counts, because a report as of the day before must not see any of them.
 */
export async function recordFormerStories(
  { kysely }: Database,
  { window, changedIds, today }: { window: readonly WindowRow[]; changedIds: ReadonlySet<string>; today: string },
): Promise<void> {
  const startOfToday = Date.parse(`${today}T00:00:00Z`)
  const former = window.filter(
    ({ id, collectedMs }) => changedIds.has(id) && (collectedMs === null || collectedMs < startOfToday),
  )
  if (former.length === 0) return
  await sql`
    insert into former_story (document_id, changed_on, cluster_id)
    select id, ${today}::date, cluster from unnest(${former.map(({ id }) => id)}::bigint[], ${former.map((row) => row.cluster_id)}::bigint[])
      as f (id, cluster)
    on conflict do nothing`.execute(kysely)
}

/** The stories at the end of a day of the documents that changed theirs since, by document. */
export async function readFormerStories({ analysis }: Database, asOf: string): Promise<Map<bigint, bigint>> {
  const { rows: changes } = await sql<{ id: string; cluster: string }>`
    select distinct on (document_id) document_id::text as id, cluster_id::text as cluster
    from former_story where changed_on > ${asOf}::date order by document_id, changed_on`.execute(analysis)
  return new Map(changes.map(({ id, cluster }) => [BigInt(id), BigInt(cluster)]))
}

/** Puts each document back into the story that it belonged to at the end of a day. */
export async function restoreStories(database: Database, rows: MatchingRows, asOf: string): Promise<void> {
  const former = await readFormerStories(database, asOf)
  if (former.size === 0) return
  for (let row = 0; row < rows.length; row += 1) {
    const cluster = former.get(rows.id[row] ?? 0n)
    if (cluster !== undefined) rows.cluster[row] = cluster
  }
}

export async function forgetFormerStories(trx: QueryExecutorProvider, ids: readonly string[]): Promise<void> {
  await sql`delete from former_story where document_id = any(${[...ids]}::bigint[])`.execute(trx)
}
