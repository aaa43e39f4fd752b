import { ch, type Fragment, integer, long } from '../../../../adapters/clickhouse/statement.ts'
import type { ListOrder } from '../../lists/list-order.ts'

/** Points and comments; null where neither is known. */
export const reactions = ch`if(score is null and comments is null, null, ifNull(toInt64(score), 0) + ifNull(toInt64(comments), 0))`

/** So many points and comments an outlet is worth: as in PostgreSQL's keys. */
export const reactionsOfOutlet = 10
/** The lower 34 bits of a key are the time, and so many bits are left for what stands above it. */
export const placeOfTime = 2n ** 34n
export const mostAboveTime = 33_554_432
const secondsBefore1970 = 8_589_934_592

/** Whole seconds, halves away from 0 as PostgreSQL rounds them, made positive. */
const newer = ch`intDiv(ms + if(ms < 0, -500, 500), 1000) + ${integer(secondsBefore1970)}`

/** The same of milliseconds that were read. */
export function newerOf(ms: number): bigint {
  return BigInt(Math.trunc((ms + (ms < 0 ? -500 : 500)) / 1_000) + secondsBefore1970)
}

/** A key of what is compared first and of the time. */
export function keyAboveTime(first: Fragment): Fragment {
  return ch`toInt64(${first}) * ${long(String(placeOfTime))} + ${newer}`
}

/** What a document is sorted by, as one number: the same as PostgreSQL's (`lists/list-order.ts`), so that a cursor outlives a move. */
export function keyOfDocument(order: Exclude<ListOrder, 'relevance'>): Fragment {
  switch (order) {
    case 'newest':
      return ch`ms * 1000`
    case 'oldest':
      return ch`ms * -1000`
    case 'engagement':
      return ch`ifNull(${reactions}, -9000000000)`
    case 'reach':
      return keyAboveTime(
        ch`least(greatest(ifNull(${reactions}, 0), 0) + ${integer(reactionsOfOutlet)}, ${integer(mostAboveTime)})`,
      )
    default:
      throw new TypeError(`No order is called ${String(order satisfies never)}`)
  }
}

/** Of documents without words to be relevant for. */
export const keyOfTime = newer
