import type { ListOrder } from '../../lists/list-order.ts'
import type { ListedRows } from './listed-rows.ts'
import { mostAboveTime, newerOf, placeOfTime, reactionsOfOutlet } from './list-keys.ts'
import { countTellings, placesOfStories } from './story-places.ts'

/** Stories, a place each: its name, what it is sorted by, the row of its first document in the order, and what tells it. */
export interface GroupedStories {
  length: number
  id: BigInt64Array
  key: BigInt64Array
  first: Int32Array
  documents: Int32Array
  outlets: Int32Array
}

/** Groups the documents of a list by their story. Pure. */
export function groupStories(rows: ListedRows, order: ListOrder): GroupedStories {
  const told = placesOfStories(rows)
  const { places, stories: length } = told
  const groups: GroupedStories = {
    length,
    id: new BigInt64Array(length),
    key: new BigInt64Array(length),
    first: new Int32Array(length).fill(-1),
    ...countTellings(told, rows.outlet),
  }
  const reach = { reactions: new Float64Array(length), ms: new Float64Array(length).fill(-Infinity) }
  for (let row = 0; row < rows.length; row += 1) {
    const place = places[row] ?? 0
    groups.id[place] = rows.cluster[row] ?? 0n
    const before = groups.first[place] ?? -1
    if (before < 0 || comesFirst(rows, row, before)) groups.first[place] = row
    const counted = rows.reactions[row] ?? Number.NaN
    if (!Number.isNaN(counted)) reach.reactions[place] = (reach.reactions[place] ?? 0) + counted
    reach.ms[place] = Math.max(reach.ms[place] ?? 0, rows.ms[row] ?? 0)
  }
  for (let place = 0; place < length; place += 1)
    groups.key[place] =
      order === 'reach'
        ? keyOfReach(reach.reactions[place] ?? 0, groups.outlets[place] ?? 0, reach.ms[place] ?? 0)
        : (rows.key[groups.first[place] ?? 0] ?? 0n)
  return groups
}

function comesFirst({ key, id }: ListedRows, row: number, other: number): boolean {
  const [one, two] = [key[row] ?? 0n, key[other] ?? 0n]
  return one === two ? (id[row] ?? 0n) < (id[other] ?? 0n) : one > two
}

function keyOfReach(reactions: number, outlets: number, ms: number): bigint {
  const reached = Math.min(Math.max(reactions, 0) + reactionsOfOutlet * outlets, mostAboveTime)
  return BigInt(reached) * placeOfTime + newerOf(ms)
}
