import type { Context } from '@auspex/sdk'

/** A logarithmic scale from ×1: lifts run from 2 to thousands, and a ratio has its middle at 1. */
export interface LiftScale {
  /** Logarithm of the highest lift that is drawn. */
  readonly top: number
  /** Lifts that are written above the bars: 1, and so many powers that three to five fit. */
  readonly ticks: readonly number[]
}

const mostTicks = 4

export const toLiftScale = (items: readonly Pick<Context, 'liftHigh'>[]): LiftScale => {
  const highest = Math.max(2, ...items.map(({ liftHigh }) => liftHigh))
  // steps of 2, 5, 10, 100 and so on: the least that has few enough ticks
  const step = [2, 5, 10, 100, 1_000, 1e6, 1e9].find((one) => Math.log(highest) / Math.log(one) < mostTicks) ?? 1e9
  const ticks = [1]
  for (let tick = step; tick <= highest; tick *= step) ticks.push(tick)
  return { top: Math.log(highest), ticks }
}

/** Where a lift stands on the scale. */
export const toPercent = (lift: number, { top }: LiftScale): string =>
  `${Math.min(100, Math.max(0, (Math.log(Math.max(1, lift)) / top) * 100))}%`
