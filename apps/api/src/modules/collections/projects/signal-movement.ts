import { momentum, showableRatio } from '@auspex/analytics'
import type { SignalMovement } from '@auspex/sdk/types'
import type { ReadSignal } from '../portfolios/readings.repository.ts'

type Stage = SignalMovement['stage']
export type Reading = NonNullable<ReadSignal['reading']>

/** The days since a point in time, compared with as many before. */
export interface Comparison {
  ratio: SignalMovement['ratio']
  days: number
  before: number
  after: number
  direction: 'up' | 'down' | 'none'
}

/** Half of the days that are stored. */
const maxDays = 30

/** Compares the days from that of `since` to the last covered one with as many before; null when no day was covered since. */
export function compareSince({ sparkline }: Reading, since: string): Comparison | null {
  const days = Math.min(maxDays, sparkline.filter(({ day }) => day >= since).length)
  if (days === 0) return null
  const counts = sparkline.map(({ documents }) => documents)
  const sumOf = (part: (number | null)[]) => part.reduce<number>((sum, count) => sum + (count ?? 0), 0)
  const middle = counts.length - days
  const after = sumOf(counts.slice(middle))
  const before = sumOf(counts.slice(Math.max(0, middle - days), middle))
  const growth = momentum({ counts, windowDays: days })
  const estimate =
    'unknown' in growth
      ? null
      : {
          value: growth.ratio,
          low: growth.low,
          high: growth.high,
          n: before + after,
          method: 'quasi-Poisson log ratio of counts',
        }
  const ratio = showableRatio(estimate)
  const direction = ratio === null || (ratio.low <= 1 && ratio.high >= 1) ? 'none' : ratio.low > 1 ? 'up' : 'down'
  return { ratio, days, before, after, direction }
}

/** Whether the stage differs from the previously known one. */
export function isOtherStage(before: Stage | undefined, now: Stage): boolean {
  return before !== undefined && before !== now
}

/** The largest change first; signals that only changed their stage come after those that certainly grew or fell. */
export function byChange(a: SignalMovement, b: SignalMovement): number {
  return sizeOf(b) - sizeOf(a)
}

function sizeOf({ direction, ratio }: SignalMovement): number {
  return direction === 'unclear' || ratio === null ? -1 : Math.abs(Math.log(Math.max(ratio.value, 1e-9)))
}
