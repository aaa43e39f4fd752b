import { ch, type Fragment, integer, long } from '../../../../adapters/clickhouse/statement.ts'
import type { ListOrder } from '../../lists/list-order.ts'

/** Points plus comments; null when neither is known. */
export const reactions = ch`if(score is null and comments is null, null, ifNull(toInt64(score), 0) + ifNull(toInt64(comments), 0))`

/** How many points and comments an outlet counts for, as in PostgreSQL's keys. */
export const reactionsOfOutlet = 10
/** The lower 34 bits of a key are the time; `maxAboveTime` is the largest value that fits above them. */
export const timeRange = 2n ** 34n
export const maxAboveTime = 33_554_432
const secondsBefore1970 = 8_589_934_592

/** Whole seconds, with halves rounded away from 0 as in PostgreSQL, shifted to be positive. */
const positiveSeconds = ch`intDiv(ms + if(ms < 0, -500, 500), 1000) + ${integer(secondsBefore1970)}`

/** The same for milliseconds that were already read. */
export function toPositiveSeconds(ms: number): bigint {
  return BigInt(Math.trunc((ms + (ms < 0 ? -500 : 500)) / 1_000) + secondsBefore1970)
}

/** A key that compares by `first`, then by time. */
export function keyAboveTime(first: Fragment): Fragment {
  return ch`toInt64(${first}) * ${long(String(timeRange))} + ${positiveSeconds}`
}

/** A document's sort key as one number, the same as PostgreSQL's (`lists/list-order.ts`), so that a cursor survives a move. */
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
        ch`least(greatest(ifNull(${reactions}, 0), 0) + ${integer(reactionsOfOutlet)}, ${integer(maxAboveTime)})`,
      )
    default:
      throw new TypeError(`No order is called ${String(order satisfies never)}`)
  }
}

/** For queries without words, where relevance has no meaning. */
export const keyOfTime = positiveSeconds
