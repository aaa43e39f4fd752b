/** A repeatable stream of numbers in [0, 1). */
export type Random = () => number

/** mulberry32 (Tommy Ettinger, public domain): 32 bits of state, good enough to vary sentences. Not for secrets. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** One of the items. */
export function pick<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new RangeError('pick needs at least one item')
  return item
}

/** A whole number from `low` to `high`, both included. */
export function between(random: Random, low: number, high: number): number {
  return low + Math.floor(random() * (high - low + 1))
}

/** A key of `weights`, with a chance in proportion to its weight. */
export function pickWeighted<Key extends string>(random: Random, weights: Readonly<Partial<Record<Key, number>>>): Key {
  // Cast: Object.entries widens the keys of a record to string.
  const entries = Object.entries(weights) as [Key, number][]
  let left = random() * entries.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [key, weight] of entries) {
    left -= weight
    if (left < 0) return key
  }
  const last = entries.at(-1)
  if (!last) throw new RangeError('pickWeighted needs at least one weight')
  return last[0]
}

/** A Poisson count with the given mean (Knuth 1969; means here are small). */
export function poisson(random: Random, mean: number): number {
  const limit = Math.exp(-mean)
  let count = 0
  for (let product = random(); product > limit; product *= random()) count += 1
  return count
}
