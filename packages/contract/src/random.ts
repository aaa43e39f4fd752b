/** A repeatable stream of random numbers: equal seeds give equal sequences, on every machine. Not for secrets. */
export interface Random {
  /** A number in [0, 1). */
  next(): number
  /** A whole number in [0, end). */
  below(end: number): number
  /** A whole number in [min, max]. */
  int(min: number, max: number): number
  /** One of the items; `RangeError` for an empty list. */
  pick<T>(items: readonly T[]): T
  /** True with this probability. */
  chance(probability: number): boolean
  /** A standard normal value (Box & Muller 1958). */
  normal(): number
  /** A Poisson count (Knuth 1969): exact, and fast for means up to some hundreds. */
  poisson(mean: number): number
}

/** mulberry32 (Tommy Ettinger, public domain): 32 bits of state vary bodies and sentences well enough, at a few nanoseconds per draw. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (end: number): number => Math.floor(next() * end)
  return {
    next,
    below,
    int: (min, max) => min + below(max - min + 1),
    pick: <T>(items: readonly T[]): T => {
      if (items.length === 0) throw new RangeError('nothing to pick from')
      return items[below(items.length)] as T // the index is below the length
    },
    chance: (probability) => next() < probability,
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    poisson: (mean) => {
      const limit = Math.exp(-mean)
      let count = 0
      for (let product = next(); product > limit; product *= next()) count += 1
      return count
    },
  }
}
