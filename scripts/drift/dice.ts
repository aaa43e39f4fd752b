export interface Dice {
  /** A whole number from 0, below `limit`. */
  below(limit: number): number
  /** One of a list that is not empty. */
  pick<T>(values: readonly T[]): T
  /** True in `share` of the throws. */
  chance(share: number): boolean
}

/** The same throws for the same seed (mulberry32, public domain, by T. Ettinger). */
export function createDice(seed: number): Dice {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    below,
    pick: (values) => {
      const value = values[below(values.length)]
      if (value === undefined) throw new Error('there is nothing to pick from')
      return value
    },
    chance: (share) => next() < share,
  }
}
