import type { ShardCoverage } from '@auspex/sdk'
import { formatCount } from '../../../lib/format.ts'

/** What a reader must know of numbers that were counted while a part of the library was away. */
export const describeShards = ({ answered, total }: ShardCoverage): string => {
  const others = answered === 1 ? 'one' : formatCount(answered)
  return `${formatCount(total - answered)} of ${formatCount(total)} document stores did not answer. These numbers are estimates from the other ${others}.`
}
