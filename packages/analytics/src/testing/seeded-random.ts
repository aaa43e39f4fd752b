/** Random numbers for tests that are the same in each run: mulberry32. */
export interface SeededRandom {
  /** In [0, 1). */
  next: () => number
  /** A whole number in [0, end). */
  below: (end: number) => number
  pick: <T>(items: readonly T[]) => T
  poisson: (mean: number) => number
}

export function createSeededRandom(seed: number): SeededRandom {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (end: number): number => Math.floor(next() * end)
  const pick = <T>(items: readonly T[]): T => {
    const item = items[below(items.length)]
    if (item === undefined) throw new RangeError('nothing to pick from')
    return item
  }
  // Knuth's product of uniforms: exact, and quick for the means of these tests.
  const poisson = (mean: number): number => {
    let count = -1
    for (let product = 1; product > Math.exp(-mean); product *= next()) count++
    return count
  }
  return { next, below, pick, poisson }
}
